import { expect, test } from "vitest";
import { figuresOf } from "#contract/base/country-figures";
import { deletion } from "./deletion";

const figures = figuresOf("IN");

test("of many whose last unit it is ten are named, and how many more there are [HIE-1] [ROL-4]", () => {
  const names = Array.from({ length: 12 }, (_, n) => `user${n + 1}`);
  const ten = "user1, user2, user3, user4, user5, user6, user7, user8, user9, user10 and 2 more";
  const inTheWay = { zones: 0, groups: 0, stores: 0, publishedDays: 0, onlyUnitOf: names };
  const goesAlong = {
    users: 12,
    userNames: names.slice(0, 10),
    masterRules: 0,
    events: 0,
    drafts: 0,
  };
  const { obstacles, alongside } = deletion("zone", inTheWay, goesAlong, figures);
  expect(obstacles).toEqual([`12 users with no other zone: ${ten}`]);
  expect(alongside).toEqual([`The assignment of 12 users: ${ten}. Their accounts stay.`]);
  expect(
    deletion("zone", { ...inTheWay, onlyUnitOf: ["asha"] }, goesAlong, figures).obstacles,
  ).toEqual(["1 user with no other zone: asha"]);
});
