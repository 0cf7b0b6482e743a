import { expect, test } from "vitest";
import { errorForLog } from "../http/log-error.ts";
import { Failures } from "./failures.ts";

test("what fails is logged with what it concerns, and stops nothing else", async () => {
  const failures = new Failures();
  const broken = () => Promise.reject(new Error("the connection was cut"));
  expect(await failures.attempt("campaign 7 of company 2", broken)).toBeUndefined();
  expect(await failures.attempt("campaign 8 of company 2", async () => 24)).toBe(24);
  let thrown: unknown;
  try {
    failures.throwAny("not all goals were planned");
  } catch (error) {
    thrown = error;
  }
  expect(errorForLog(thrown)).toMatchObject({
    message: "not all goals were planned",
    errors: [{ message: "campaign 7 of company 2", cause: { message: "the connection was cut" } }],
  });
});

test("work without a failure throws nothing", () => {
  expect(() => new Failures().throwAny("not all goals were planned")).not.toThrow();
});
