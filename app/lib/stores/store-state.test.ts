import { expect, test } from "vitest";
import { storeState } from "./store-state";

test("a store's status keeps the words of its duration in one line [LOOK-1]", () => {
  const store = {
    condition: "offline",
    lastSeenAt: "2026-12-01T06:00:00.000Z",
    lastPlayedAt: null,
    statusSince: "2026-01-01T00:00:00.000Z",
    timeZone: "Asia/Kolkata",
  } as const;
  const now = new Date("2026-12-01T09:41:00.000Z");
  expect(storeState(store, { now }).words).toBe("Offline 3\u00a0h\u00a041\u00a0min");
});
