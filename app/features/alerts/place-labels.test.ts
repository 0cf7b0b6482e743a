import { describe, expect, it } from "vitest";
import { placeLabels } from "./place-labels";

const city = (name: string, x: number, y: number, state: string | null = "Offline") => ({
  name,
  state,
  at: { x, y },
  radius: 10,
});

describe("The labels of the map", () => {
  it("are those of cities in trouble, and of the first cities if none is", () => {
    const fine = city("Pune", 20, 80, null);
    expect([...placeLabels([city("Delhi", 40, 20), fine]).keys()]).toEqual([0]);
    expect([...placeLabels([fine]).keys()]).toEqual([0]);
  });

  it("cover neither marks nor each other, and stand towards the middle where they can", () => {
    const labels = placeLabels([
      city("Mumbai", 20, 60),
      city("Thane", 21, 59),
      city("Kolkata", 90, 40),
    ]);
    expect([...labels.values()].map(({ text, anchor, x }) => [text, anchor, x])).toEqual([
      ["Mumbai", "end", -14],
      ["Thane", "start", 14],
      ["Kolkata", "end", -14],
    ]);
  });

  it("are fewer on a phone's narrow map", () => {
    const labels = placeLabels([
      city("Ahmedabad", 20, 60),
      city("Hyderabad", 45, 60),
      city("Kochi", 50, 90),
    ]);
    const areHidden = [...labels.values()].map(({ isHiddenOnPhone }) => isHiddenOnPhone);
    expect(areHidden).toEqual([true, false, false]);
  });
});
