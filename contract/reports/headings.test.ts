import { expect, test } from "vitest";
import { reports } from "./catalogue.ts";
import { columnsOf, csvHeadingOf, type Report } from "./report.ts";

test("no report's file has two columns of one heading, whatever is chosen [REP-1]", () => {
  const twice = (reports as readonly Report[]).flatMap((report) => {
    const choices = Object.entries(report.filters).flatMap(([name, { choices }]) =>
      Object.keys(choices).map((choice) => ({ [name]: choice })),
    );
    return [{}, ...choices].flatMap((chosen) => {
      const headings = columnsOf(report).map(([, column]) => csvHeadingOf(report, column, chosen));
      return headings
        .filter((heading, at) => headings.indexOf(heading) !== at)
        .map((heading) => `${report.key}: ${heading}`);
    });
  });
  expect(twice).toEqual([]);
  expect(new Set(reports.map(({ fileName }) => fileName)).size).toBe(reports.length);
});
