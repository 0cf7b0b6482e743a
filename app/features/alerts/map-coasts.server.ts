import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import { feature } from "topojson-client";
import { sum } from "#contract/base/sum";

type Topology = Parameters<typeof feature>[0];
/** In degrees. */
export type Position = { longitude: number; latitude: number };
type Point = [x: number, y: number];
/** Describes Mercator's projection around a longitude, enlarged and moved. */
export type View = { centre: number; scale: number; x: number; y: number };

/** The size of a map's coordinates, which the page stretches to its own width. */
export const frame = { width: 1000, height: 625 };
const margin = 70;
/** The largest scale (units a radian): the frame of a single city is some 14 degrees wide. */
const closest = 4_000;
const radian = 180 / Math.PI;

/** Projects a longitude, in radians, on the side of the date line on which the centre is. */
const projectLongitude = (centre: number, longitude: number) =>
  (centre - 180 + ((((longitude - centre + 180) % 360) + 360) % 360)) / radian;

/** Projects a latitude, in radians downwards; Mercator's map ends before the poles. */
const projectLatitude = (latitude: number) =>
  -Math.log(Math.tan(Math.PI / 4 + Math.max(-85, Math.min(85, latitude)) / radian / 2));

/**
 * Chooses the view that shows all positions in the middle of the frame. Its numbers are coarse, so
 * that one drawing of the coasts serves until a city far away is added.
 */
export function viewOf(positions: Position[]): View {
  const sumOf = (part: (angle: number) => number) =>
    sum(positions.map(({ longitude }) => part(longitude / radian)));
  const centre = Math.round(Math.atan2(sumOf(Math.sin), sumOf(Math.cos)) * radian);
  const extent = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [left, right] = extent(
    positions.map(({ longitude }) => projectLongitude(centre, longitude)),
  );
  const [top, bottom] = extent(positions.map(({ latitude }) => projectLatitude(latitude)));
  const { width, height } = frame;
  const scale = Math.min(
    (width - 2 * margin) / (right - left),
    (height - 2 * margin) / (bottom - top),
    closest,
  );
  const coarse = Number(scale.toPrecision(2));
  const middle = (size: number, from: number, to: number) =>
    Math.round((size - coarse * (from + to)) / 20) * 10;
  return {
    centre,
    scale: coarse,
    x: middle(width, left, right),
    y: middle(height, top, bottom),
  };
}

export const pointOf = (
  { centre, scale, x, y }: View,
  { longitude, latitude }: Position,
): Point => [
  scale * projectLongitude(centre, longitude) + x,
  scale * projectLatitude(latitude) + y,
];

const drawnCoasts = new LRUCache<string, string>({ max: 100 });

/** Draws the coasts in the frame, as the data of an SVG path of at most 5,000 characters. */
export async function drawCoasts(view: View): Promise<string> {
  const key = JSON.stringify(view);
  const path = drawnCoasts.get(key) ?? pathOf(await ringsIn(view));
  drawnCoasts.set(key, path);
  return path;
}

async function ringsIn({ scale, x, y }: View): Promise<Point[][]> {
  // coarser coasts (1:110 million) serve the map of a continent
  const rings = await readRings(scale > 500 ? "land-50m" : "land-110m");
  return [-2 * Math.PI, 0, 2 * Math.PI].flatMap((turn) =>
    rings
      .map((ring) =>
        clip(ring.map(([along, below]) => [scale * (along + turn) + x, scale * below + y])),
      )
      .filter(({ length }) => length > 3),
  );
}

/** Gives the sides of the frame beyond which a point lies, as bits. */
const sidesOf = ([x, y]: Point) =>
  (x < -margin ? 1 : 0) |
  (x > frame.width + margin ? 2 : 0) |
  (y < -margin ? 4 : 0) |
  (y > frame.height + margin ? 8 : 0);

/** Leaves out points that lie beyond one side with both neighbours: their lines are never seen. */
function clip(ring: Point[]): Point[] {
  let before = 0;
  return ring.filter((point, index) => {
    const sides = sidesOf(point);
    const next = ring[index + 1];
    if (next && before & sides & sidesOf(next)) return false;
    before = sides;
    return true;
  });
}

const longestPath = 5_000;

/** Draws the rings with points at least `step` apart, and larger steps until the path is short. */
function pathOf(rings: Point[][], step = 2): string {
  const path = rings
    .map((ring) => thinOut(ring, step))
    .filter(({ length }) => length > 3)
    .map((ring) => `M${ring.map((point) => point.map(Math.round).join()).join("L")}Z`)
    .join("");
  return path.length > longestPath ? pathOf(rings, step * 1.4) : path;
}

function thinOut(ring: Point[], step: number): Point[] {
  let [lastX, lastY] = [Number.NEGATIVE_INFINITY, 0];
  return ring.filter(([x, y]) => {
    if (Math.hypot(x - lastX, y - lastY) < step) return false;
    [lastX, lastY] = [x, y];
    return true;
  });
}

const loading = new Map<string, Promise<Point[][]>>();

/** Reads the outlines of all land, projected around Greenwich, once. */
function readRings(file: string): Promise<Point[][]> {
  const rings = loading.get(file) ?? loadRings(file);
  loading.set(file, rings);
  rings.catch(() => loading.delete(file));
  return rings;
}

async function loadRings(file: string): Promise<Point[][]> {
  const path = createRequire(import.meta.url).resolve(`world-atlas/${file}.json`);
  const topology: Topology = JSON.parse(await readFile(path, "utf8"));
  const shapes = Object.values(topology.objects).flatMap((object) => {
    const land = feature(topology, object);
    return land.type === "FeatureCollection" ? land.features : land;
  });
  return shapes.flatMap(({ geometry }) =>
    (geometry.type === "MultiPolygon"
      ? geometry.coordinates.flat()
      : geometry.type === "Polygon"
        ? geometry.coordinates
        : []
    ).map((ring) =>
      ring.map(
        ([longitude = 0, latitude = 0]): Point => [longitude / radian, projectLatitude(latitude)],
      ),
    ),
  );
}
