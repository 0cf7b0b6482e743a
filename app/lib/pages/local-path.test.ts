import fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tests/support/drawn-cases.ts";
import { localPath } from "./local-path";

test("a path of this site is kept with its query, its fragment left out", () => {
  expect(localPath("/admin/stores?search=a%20b&from=26")).toBe(
    "/admin/stores?search=a%20b&from=26",
  );
  expect(localPath("/admin/stores#end")).toBe("/admin/stores");
  expect(localPath("/admin/../privacy")).toBe("/privacy");
});

test.each([
  null,
  undefined,
  "",
  "admin",
  "http://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "/a\\..\\b",
  "\\\\evil.example",
  "javascript:alert(1)",
  " /admin",
  "/\t/evil.example",
  "/a\nb",
  "/\0",
  "/..//evil.example",
  "/.//evil.example",
  "/%2e%2e//evil.example",
  "/a/..//evil.example",
])("%j is not followed", (text) => {
  expect(localPath(text)).toBe("/admin");
  expect(localPath(text, "/store-manager")).toBe("/store-manager");
});

test("no text at all leads to another site", () => {
  const piece = fc.constantFrom("/", "/", ".", "..", "\\", "\t", "@", "?", "%2e", "evil.example");
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
      (text) => {
        const target = new URL(localPath(text), "https://this.site");
        expect(target.origin).toBe("https://this.site");
      },
    ),
    { numRuns: cases(20_000) },
  );
});
