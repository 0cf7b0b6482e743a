import { expect, it } from "vitest";
import { WorkSlots } from "./work-slots.ts";

const limits = { person: 1, company: 2, process: 3 };
const mostWaiting = { waiting: 2, message: "You have 2 waiting." };
const at = (person: string, companyId = 1) => ({ person, companyId });

it("who waits starts when person and company have a place, whoever waits before [LOAD-1]", async () => {
  const slots = new WorkSlots(limits, 10);
  const started: string[] = [];
  const wait = (name: string, companyId = 1) =>
    slots.wait(at(name, companyId), mostWaiting).then((free) => {
      started.push(name);
      return free;
    });
  const first = await wait("a");
  const second = wait("a");
  const third = wait("a");
  const other = await wait("b");
  const ofCompany = wait("c"); // the company has both of its places taken
  const elsewhere = await wait("d", 2);
  expect(started).toEqual(["a", "b", "d"]);
  other();
  await ofCompany;
  expect(started.at(-1)).toBe("c");
  first();
  first(); // freed once, however often
  const free = await second;
  expect(started.filter((name) => name === "a")).toHaveLength(2);
  free();
  (await third)();
  (await ofCompany)();
  elsewhere();
  const one = await wait("a");
  const two = await wait("b");
  one();
  two();
});

it("a person with enough waiting is told so, and others are not [LOAD-1]", async () => {
  const slots = new WorkSlots(limits, 10);
  const free = await slots.wait(at("a"), mostWaiting);
  const waiting = [slots.wait(at("a"), mostWaiting), slots.wait(at("a"), mostWaiting)];
  await expect(slots.wait(at("a"), mostWaiting)).rejects.toMatchObject({
    status: 429,
    message: "You have 2 waiting.",
    headers: { "Retry-After": "10" },
  });
  await slots.wait(at("b"), mostWaiting);
  free();
  (await waiting[0])?.();
  await waiting[1];
});

it("who goes while waiting leaves the queue to those behind [LOAD-1]", async () => {
  const slots = new WorkSlots(limits, 10);
  const free = await slots.wait(at("a"), mostWaiting);
  const gone = new AbortController();
  const left = slots.wait(at("a"), mostWaiting, gone.signal);
  const stays = slots.wait(at("a"), mostWaiting);
  gone.abort(new Error("the caller has gone"));
  await expect(left).rejects.toThrow("the caller has gone");
  free();
  (await stays)();
  await expect(slots.wait(at("a"), mostWaiting, gone.signal)).rejects.toThrow(
    "the caller has gone",
  );
});
