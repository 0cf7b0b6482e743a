import { afterEach, expect, test, vi } from "vitest";
import { renewTokens } from "./refresh.server";

afterEach(() => void vi.useRealTimers());

let serial = 0;
const pair = () => ({ accessToken: `access ${++serial}`, refreshToken: `refresh ${serial}` });
/** A refresh that counts its calls and answers when the test says so. */
function counted<T>(answer: () => Promise<T>) {
  const calls: number[] = [];
  return {
    calls,
    refresh: () => {
      calls.push(1);
      return answer();
    },
  };
}

test("a thousand requests at once with one old token make one refresh, and all get its answer [SES-2]", async () => {
  const old = pair();
  const fresh = pair();
  const { calls, refresh } = counted(async () => fresh);
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () => renewTokens({ ...old }, refresh)),
  );
  expect(calls).toHaveLength(1);
  for (const answer of answers) expect(answer).toBe(fresh);
});

test("a latecomer with the old token gets the answer for half a minute, then asks anew", async () => {
  vi.useFakeTimers();
  const old = pair();
  const fresh = pair();
  const { calls, refresh } = counted(async () => fresh);
  await renewTokens(old, refresh);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(await renewTokens(old, refresh)).toBe(fresh);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await renewTokens(old, refresh);
  expect(calls).toHaveLength(2);
});

test("sessions do not share: each old token has its own refresh", async () => {
  const { calls, refresh } = counted(async () => pair());
  const answers = await Promise.all([renewTokens(pair(), refresh), renewTokens(pair(), refresh)]);
  expect(calls).toHaveLength(2);
  expect(answers[0]).not.toEqual(answers[1]);
});

test("a refresh that fails fails all who waited, and the next one tries again", async () => {
  const old = pair();
  const { calls, refresh } = counted(() => Promise.reject(new Error("unreachable")));
  const both = await Promise.allSettled([renewTokens(old, refresh), renewTokens(old, refresh)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(calls).toHaveLength(1);
  const fresh = pair();
  expect(await renewTokens(old, async () => fresh)).toBe(fresh);
});
