import { describe, expect, it } from "vitest";
import { drawCoasts, frame, pointOf, viewOf } from "./map-coasts.server";

const mumbai = { longitude: 72.88, latitude: 19.07 };
const delhi = { longitude: 77.23, latitude: 28.65 };
const london = { longitude: -0.13, latitude: 51.51 };
const auckland = { longitude: 174.76, latitude: -36.85 };
const apia = { longitude: -171.77, latitude: -13.83 };

describe("The map of the stores", () => {
  it.each([
    ["one city", [mumbai]],
    ["a country", [mumbai, delhi]],
    ["the world", [mumbai, london, auckland, apia]],
  ])("has all cities of %s in its frame, north above south", async (_name, positions) => {
    const view = viewOf(positions);
    for (const position of positions) {
      const [x, y] = pointOf(view, position);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(frame.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(frame.height);
    }
    const [south = 0, north] = [mumbai, delhi].map((one) => pointOf(view, one)[1]);
    expect(north).toBeLessThan(south);
  });

  it("shows cities on both sides of the date line beside each other", () => {
    const view = viewOf([auckland, apia]);
    const [west = 0, east = 0] = [auckland, apia].map((one) => pointOf(view, one)[0]);
    expect(east).toBeGreaterThan(west);
    expect(view.scale).toBeGreaterThan(500);
  });

  it("draws the coasts in view in at most 5,000 characters, and none inland", async () => {
    for (const positions of [[mumbai], [mumbai, delhi], [mumbai, london, apia]]) {
      const path = await drawCoasts(viewOf(positions));
      expect(path).toMatch(/^M-?\d+,-?\d+L/);
      expect(path.length).toBeLessThanOrEqual(5_000);
    }
    // far from any sea all of the frame is land: a ring around it
    const inland = await drawCoasts({ ...viewOf([delhi]), scale: 20_000, x: -26_000, y: 10_800 });
    expect(inland.match(/L/g)?.length ?? 0).toBeLessThan(20);
  });
});
