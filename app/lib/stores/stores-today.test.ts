import { expect, test } from "vitest";
import { loadStoresToday, toStrip } from "./stores-today.server";

const strip = (...runs: Parameters<typeof toStrip>[0]["runs"]) =>
  toStrip({ storeId: 1, minutes: 1440, now: 1181, runs });

test("a strip has one path for each state that the day had [LOOK-1]", () => {
  const { paths } = strip(
    { state: "right", from: 540, to: 600 },
    { state: "silent", from: 600, to: 640 },
    { state: "right", from: 640, to: 1181 },
  );
  expect(paths).toEqual({ right: "M540 7H600M640 7H1181", silent: "M600 7H640" });
});

test("a strip's words add up each state, and say where there is nothing [LOOK-1]", () => {
  expect(
    strip({ state: "right", from: 540, to: 1090 }, { state: "offline", from: 1090, to: 1139 })
      .words,
  ).toBe("Sounded right 9 h 10 min, offline 49 min");
  expect(strip().words).toBe("Nothing today");
});

test("days that are late or fail are said to be so in their place [LOOK-1]", async () => {
  const fail = () => Promise.reject(new Error("busy"));
  const strips = await loadStoresToday({ api: { call: fail, file: fail } }, [4, 4, 7]);
  expect([...strips].map(([id, { words, isLate }]) => [id, words, isLate])).toEqual([
    [4, "Not ready yet", true],
    [7, "Not ready yet", true],
  ]);
});
