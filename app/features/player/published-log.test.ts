import { afterEach, expect, test, vi } from "vitest";
import { browserStorage } from "../../../tests/support/browser-storage.ts";
import { PlatformClock } from "./platform-clock.client-safe";
import type { PlayerSchedule } from "./player-item.client-safe";
import { playerMemory } from "./player-memory.client-safe";
import { playerStorage } from "./player-storage.client-safe";
import { PublishedLog } from "./published-log.client-safe";

const schedule = (logId: number): PlayerSchedule => ({
  at: Date.now(),
  timeZone: "Asia/Kolkata",
  volume: 60,
  skipsAnHour: 6,
  items: [],
  logIds: [logId],
});
const answerWith = (logId: number) =>
  new Response(JSON.stringify(schedule(logId)), { headers: { ETag: `"${logId}"` } });

/** A log whose requests wait until the test answers them, in any order. */
function openLog() {
  const waiting: ((response: Response) => void)[] = [];
  const sentTags: (string | null)[] = [];
  vi.stubGlobal("fetch", (_address: string, { headers }: RequestInit) => {
    sentTags.push(new Headers(headers).get("If-None-Match"));
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  const local = browserStorage();
  const storage = playerStorage(() => local);
  const log = new PublishedLog(schedule(1), new PlatformClock(playerMemory(storage, 1)));
  const answer = (place: number, response: Response) => waiting[place]?.(response);
  return { log, sentTags, answer };
}

afterEach(() => vi.unstubAllGlobals());

test("an answer that a later request overtook does not bring an older log back [EAR-1]", async () => {
  const { log, sentTags, answer } = openLog();
  const first = log.fetch();
  const second = log.fetch();
  answer(1, answerWith(3));
  expect(await second).toBe("new");
  answer(0, answerWith(2));
  expect(await first).toBe("unchanged");
  expect(log.schedule.logIds).toEqual([3]);
  const third = log.fetch();
  answer(2, new Response(null, { status: 304 }));
  expect(await third).toBe("unchanged");
  expect(sentTags.at(-1)).toBe('"3"');
});

test("a request that fails leaves the log, and the next answer is taken [EAR-1]", async () => {
  const { log, answer } = openLog();
  const first = log.fetch();
  const second = log.fetch();
  answer(1, new Response("busy", { status: 503 }));
  expect(await second).toBeUndefined();
  answer(0, answerWith(2));
  expect(await first).toBe("new");
  expect(log.schedule.logIds).toEqual([2]);
});
