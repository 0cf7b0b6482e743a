import { expect, test } from "vitest";
import { identifiers } from "../api/identifiers.server";
import {
  cleanWords,
  foundOptions,
  redirectFromMisplaced,
  unitChoices,
  wordsToFind,
} from "./unit-choices.server";

const ids = identifiers("a secret of the unit choices' tests, long enough");
const regions = [1, 2].map((id) => ({ id, label: `Region ${id}` }));
const zonesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    label: `Zone ${n + 1}`,
    regionId: 1 + (n % 2),
  }));
const groupsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    label: `Group ${n + 1}`,
    regionId: 1,
    zoneId: 1 + (n % 400),
  }));
const labels = (options: { label: string }[]) => options.map(({ label }) => label);

test("fields offer all units of a usual company [HIE-1]", () => {
  const choices = unitChoices({ regions, zones: zonesOf(300), groups: groupsOf(300) }, {}, ids);
  expect([choices.zones.length, choices.groups.length, choices.anyZone, choices.anyGroup]).toEqual([
    300,
    300,
    "All zones",
    "All groups",
  ]);
});

test("of thousands they offer those of what is chosen above, and what is chosen [HIE-1]", () => {
  const many = { regions, zones: zonesOf(301), groups: groupsOf(4_000) };
  const none = unitChoices(many, {}, ids);
  expect([labels(none.zones), labels(none.groups), none.anyZone, none.anyGroup]).toEqual([
    [],
    [],
    "All zones (more by region)",
    "All groups (more by zone)",
  ]);
  const choices = unitChoices(many, { regionId: 2, zoneId: 5, groupId: 7 }, ids);
  // including the chosen one in another region
  expect(labels(choices.zones).slice(0, 3)).toEqual(["Zone 2", "Zone 4", "Zone 5"]);
  expect(labels(choices.groups).slice(0, 3)).toEqual(["Group 5", "Group 7", "Group 405"]);
  const wide = unitChoices({ ...many, zones: zonesOf(2_000) }, { regionId: 1, zoneId: 1998 }, ids);
  expect([wide.zones.length, wide.zones[0]?.label]).toEqual([300, "Zone 1998"]);
});

test("a chosen region narrows the zones, a chosen zone or region the groups [HIE-1]", () => {
  const company = { regions, zones: zonesOf(6), groups: groupsOf(6) };
  expect(labels(unitChoices(company, { regionId: 2 }, ids).zones)).toEqual([
    "Zone 2",
    "Zone 4",
    "Zone 6",
  ]);
  expect(unitChoices(company, { regionId: 2 }, ids).groups).toEqual([]);
  expect(unitChoices(company, { regionId: 1 }, ids).groups).toHaveLength(6);
  expect(labels(unitChoices(company, { regionId: 1, zoneId: 3 }, ids).groups)).toEqual(["Group 3"]);
});

test("a zone or group outside the region chosen with it leaves the address, and the page that was open with it [HIE-1]", () => {
  const company = { regions, zones: zonesOf(6), groups: groupsOf(6) };
  const request = new Request(
    "http://localhost/admin/stores?search=a&regionId=r&zoneId=z&groupId=g&cursor=c&row=4",
  );
  const movedTo = (chosen: Parameters<typeof redirectFromMisplaced>[2]) => {
    try {
      redirectFromMisplaced(request, company, chosen);
    } catch (moved) {
      return (moved as Response).headers.get("location");
    }
  };
  expect(movedTo({ regionId: 1, zoneId: 3, groupId: 3 })).toBeUndefined();
  expect(movedTo({ regionId: 2, zoneId: 3, groupId: 3 })).toBe("/admin/stores?search=a&regionId=r");
  expect(movedTo({ zoneId: 2, groupId: 3 })).toBe("/admin/stores?search=a&regionId=r&zoneId=z");
});

test("a form's field offers all units up to 300, of more those looked for after those chosen [HIE-1]", () => {
  const options = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ value: `ref ${n}`, label: `Group ${n}` }));
  expect(foundOptions(options(300), [undefined])).toEqual({ options: options(300), find: null });
  const many = options(700);
  expect(foundOptions(many, ["ref 7"])).toEqual({
    options: [many[7]],
    find: { words: "", listed: 0, more: false },
  });
  const searchResult = foundOptions(many, ["ref 7", "ref 41"], "group 4");
  expect(labels(searchResult.options.slice(0, 4))).toEqual([
    "Group 7",
    "Group 41",
    "Group 4",
    "Group 40",
  ]);
  expect(searchResult.find).toEqual({ words: "group 4", listed: 110, more: false });
  const most = foundOptions(many, ["ref 7"], "group");
  expect([most.options.length, most.find?.more]).toEqual([301, true]);
});

test("words that were not looked for yet are, whichever button sent the form; those that were do not hold it up [UI-10]", () => {
  const posted = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };
  const typed = { "_search-groups": " Mall ", "_searched-groups": "" };
  expect(wordsToFind(posted(typed), "groups")).toEqual({ words: "Mall", isAsked: true });
  expect(wordsToFind(posted({ ...typed, "_searched-groups": "Mall" }), "groups").isAsked).toBe(
    false,
  );
  expect(
    wordsToFind(posted({ ...typed, "_searched-groups": "Mall", _find: "groups" }), "groups")
      .isAsked,
  ).toBe(true);
  expect(wordsToFind(posted({}), "groups")).toEqual({ words: "", isAsked: false });
  expect(
    wordsToFind(posted({ "_search-groups": " ", "_searched-groups": "Mall" }), "groups"),
  ).toEqual({ words: "", isAsked: false });
  expect(
    wordsToFind(
      posted({ "_search-groups": "", "_searched-groups": "Mall", _find: "groups" }),
      "groups",
    ).isAsked,
  ).toBe(true);
});

test("words looked for are cleaned as names are, so that they are found, and are the same when they come again [VAL-4]", () => {
  expect(cleanWords("\u0000 Cafe\u0301\t of\u00a0\u200bNoida\n")).toBe("Café of Noida");
  const long = cleanWords(`${"a".repeat(99)} b`);
  expect([long.length, cleanWords(long)]).toEqual([99, long]);
});
