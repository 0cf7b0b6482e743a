import { expect, test } from "vitest";
import { deviceName } from "./device-name";

test("a device is called by its browser and its system", () => {
  const agents = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0":
      "Firefox on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0":
      "Edge on Windows",
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36":
      "Chrome on Android",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Mobile Safari/604.1":
      "Safari on iOS",
    "curl/8.5.0": "curl/8.5.0",
    "": "Unknown device",
  };
  for (const [agent, name] of Object.entries(agents)) expect(deviceName(agent)).toBe(name);
});
