import { expect, test } from "vitest";
import { statusQuestion } from "./status-question";

test("The question before stores change names one, counts several, and says so where there are more than are counted", () => {
  const titles = [statusQuestion("inactive", ["Andheri"], 1), statusQuestion("active", [], 1200), statusQuestion("inactive", [], Infinity)];
  expect(titles.map(({ title }) => title)).toEqual([
    "Deactivate Andheri?",
    "Activate 1,200 stores?",
    "Deactivate more than 10,000 stores?",
  ]);
});
