import { expect, test } from "vitest";
import { pulseBars } from "./pulse-bars";

const slot = (past: number, wrong = 0, coming = 0) => ({
  past,
  offline: wrong,
  silent: 0,
  quiet: 0,
  coming,
});

test("a bar is as high as what sounded right, against the fullest slot [LOOK-1]", () => {
  const { was } = pulseBars([slot(100), slot(0), slot(50), slot(100, 5)], 4);
  expect(was).toBe("M2 3v20M6 12v2M10 8v10M14 3.5v19");
});

test("the picture is of the hours in which a store is open, and of now [LOOK-1]", () => {
  const day = [slot(0), slot(0), slot(100), slot(0, 0, 50), slot(0)];
  expect(pulseBars(day, 3).box).toBe("8 0 8 26");
  expect(pulseBars(day, 0).box).toBe("0 0 16 26");
  expect(pulseBars([slot(0), slot(0)], 2).box).toBe("0 0 8 26");
});

test("where stores did not sound right, red as high as what was open stands out [LOOK-1]", () => {
  const { was, hurt } = pulseBars([slot(100, 6), slot(100, 100), slot(50)], 9);
  expect({ was, hurt }).toEqual({ was: "M2 3.5v19M10 8v10", hurt: "M2 3v20M6 3v20" });
});

test("this minute's slot and those to come stand apart [LOOK-1]", () => {
  const { was, now, will } = pulseBars([slot(100), slot(40, 40, 60), slot(0, 0, 50)], 1);
  expect({ was, now, will }).toEqual({ was: "M2 3v20", now: "M6 3v20", will: "M10 8v10" });
});
