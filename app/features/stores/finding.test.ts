import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { storesFinding } from "./finding";

const finding = (counts: Partial<Parameters<typeof storesFinding>[0]>) =>
  storesFinding(
    Object.assign({ total: 240, online: 0, offline: 0, silent: 0, lowVolume: 0 }, counts),
    figuresIn(indianFormat),
  );

test("the stores' heading counts those that are open and do not sound right [LOOK-1]", () => {
  expect(finding({ online: 205, offline: 7, silent: 3, lowVolume: 2 })).toBe(
    "240 stores, 12 to look at",
  );
  expect(finding({ total: 1, silent: 1 })).toBe("1 store, 1 to look at");
});

test("the stores' heading says where all is right, none is open, or there is none [LOOK-1]", () => {
  expect(finding({ online: 217 })).toBe("240 stores, and every open one sounds right");
  expect(finding({ total: 1, online: 1 })).toBe("1 store, and it sounds right");
  expect(finding({})).toBe("240 stores, none open now");
  expect(finding({ total: 1 })).toBe("1 store, not open now");
  expect(finding({ total: 0 })).toBeUndefined();
});
