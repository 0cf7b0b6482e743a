import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStream } from "../../../tests/support/fake-stream.ts";
import { hearSignals } from "./signals.client-safe";

const stream = () => FakeStream.opened.at(-1) as FakeStream;

/** Listens, and counts the requests that signals lead to. */
function listen() {
  const requests = { schedule: 0, commands: 0 };
  const answers = { come: true };
  const ask = (signal: keyof typeof requests) => async () => {
    requests[signal]++;
    return answers.come;
  };
  const stream = hearSignals("/store-manager/signals", {
    schedule: ask("schedule"),
    commands: ask("commands"),
  });
  return { ...stream, requests, answers };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeStream.opened = [];
  vi.stubGlobal("EventSource", FakeStream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("each signal is followed, also one that comes twice or in another order [EAR-1]", async () => {
  const { requests, isHeard, close } = listen();
  expect(isHeard()).toBe(false);
  for (const event of ["hello", "commands", "schedule", "schedule"]) stream().say(event);
  expect(isHeard()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toEqual({ schedule: 2, commands: 1 });
  close();
});

test("of very many stores each asks within the time that the signal names [EAR-1]", async () => {
  const { requests, close } = listen();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  stream().say("schedule", "2000");
  await vi.advanceTimersByTimeAsync(999);
  expect(requests.schedule).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests.schedule).toBe(1);
  vi.restoreAllMocks();
  close();
});

test("what was not answered is asked again, ever more rarely, while signals arrive [EAR-1]", async () => {
  const { requests, answers, close } = listen();
  vi.spyOn(Math, "random").mockReturnValue(1);
  answers.come = false;
  stream().say("schedule");
  await vi.advanceTimersByTimeAsync(4_000 + 8_000);
  expect(requests.schedule).toBe(3);
  await vi.advanceTimersByTimeAsync(15_999);
  expect(requests.schedule).toBe(3);
  answers.come = true;
  await vi.advanceTimersByTimeAsync(1);
  stream().say("pulse");
  await vi.advanceTimersByTimeAsync(40_000);
  expect(requests.schedule).toBe(4);
  // a player without a stream asks by the clock
  answers.come = false;
  stream().say("commands");
  close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests.commands).toBe(1);
  vi.restoreAllMocks();
});

test("a stream that a proxy keeps back is given up, and opened again a minute later [EAR-1]", async () => {
  const { isHeard, close } = listen();
  await vi.advanceTimersByTimeAsync(45_000);
  expect([isHeard(), stream().readyState]).toEqual([false, FakeStream.CLOSED]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeStream.opened).toHaveLength(2);
  stream().say("hello");
  await vi.advanceTimersByTimeAsync(40_000);
  stream().say("pulse");
  await vi.advanceTimersByTimeAsync(40_000);
  expect(isHeard()).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isHeard()).toBe(false);
  close();
});

test("a cut stream is left to the browser, a refused one is opened again, a closed one never [EAR-1]", async () => {
  const { isHeard, close } = listen();
  stream().say("hello");
  stream().break(0);
  expect(isHeard()).toBe(false);
  expect(FakeStream.opened).toHaveLength(1);
  stream().say("hello");
  expect(isHeard()).toBe(true);
  stream().break(FakeStream.CLOSED);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeStream.opened).toHaveLength(2);
  close();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(FakeStream.opened).toHaveLength(2);
});
