import { expect, test } from "vitest";
import { withMembers } from "./address";

test("an address keeps its members, drops empty ones, and takes the change", () => {
  expect(withMembers("/admin/stores", {})).toBe("/admin/stores");
  expect(withMembers("/admin/stores", { search: "", status: undefined, zoneId: null })).toBe(
    "/admin/stores",
  );
  expect(withMembers("/admin/stores", { search: "a", from: 26 })).toBe(
    "/admin/stores?search=a&from=26",
  );
  expect(
    withMembers("/admin/stores", { search: "a", status: "active" }, { status: "inactive" }),
  ).toBe("/admin/stores?search=a&status=inactive");
  expect(withMembers("/admin/stores", { search: "a" }, { search: "" })).toBe("/admin/stores");
  expect(withMembers("/x", { count: 0 })).toBe("/x?count=0");
});

test("whatever a member holds stays one member", () => {
  const odd = "a&b=c d+%é#/?\n";
  const address = new URL(withMembers("/x", { search: odd }), "http://site.invalid");
  expect([...address.searchParams]).toEqual([["search", odd]]);
});
