import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStream } from "../../tests/support/fake-stream.ts";
import { hearEvent } from "./hear-event";

beforeEach(() => {
  vi.useFakeTimers();
  FakeStream.opened = [];
  vi.stubGlobal("EventSource", FakeStream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a refused stream is opened again each minute, a cut one by the browser, a closed one never", () => {
  let changes = 0;
  const stop = hearEvent({ address: "/signals", event: "alerts" }, () => void changes++);
  const say = () => FakeStream.opened.at(-1)?.say("alerts");
  say();
  FakeStream.opened[0]?.break(0);
  vi.advanceTimersByTime(600_000);
  expect([changes, FakeStream.opened.length]).toEqual([1, 1]);
  for (const count of [2, 3]) {
    FakeStream.opened.at(-1)?.break(FakeStream.CLOSED);
    vi.advanceTimersByTime(60_000);
    expect(FakeStream.opened).toHaveLength(count);
  }
  say();
  expect(changes).toBe(2);
  FakeStream.opened.at(-1)?.break(FakeStream.CLOSED);
  stop();
  vi.advanceTimersByTime(600_000);
  expect(FakeStream.opened).toHaveLength(3);
});
