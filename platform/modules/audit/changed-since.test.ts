import { expect, test } from "vitest";
import { changedFields } from "./changed-since.ts";

test("an audit row holds the fields that differ and the version they make; nothing changed is nothing written [AUD-1]", () => {
  const before = { version: 4, name: "Old", gstNo: null, primeHours: [9, 10] };
  expect(changedFields(before, { name: "New", gstNo: undefined, primeHours: [9, 10] })).toEqual({
    before: { name: "Old", version: 4 },
    after: { name: "New", version: 5 },
  });
  expect(changedFields(before, { gstNo: "", primeHours: [9, 10], version: 9 })).toBeUndefined();
  expect(changedFields(before, { primeHours: [] })).toEqual({
    before: { primeHours: [9, 10], version: 4 },
    after: { primeHours: [], version: 5 },
  });
});
