type City = {
  name: string;
  state: string | null;
  at: { x: number; y: number } | null;
  radius: number;
};
type MapLabel = {
  text: string;
  /** Where the text begins, or ends, in pixels from the middle of the mark. */
  x: number;
  anchor: "start" | "end";
  /** True if a phone's map has no room for it. */
  isHiddenOnPhone: boolean;
};

const mostLabels = 6;
/** The usual width of a map in pixels. */
const widths = { wide: 640, phone: 330 };
const aspect = 5 / 8;
const letterWidth = 7;
const lineHeight = 16;
const gap = 4;

type PlacedLabel = { index: number; city: City; side: 1 | -1; left: number; y: number };

/**
 * Chooses the labels of a map, by the index of their city: for the first cities in trouble, or the
 * first ones if none is, where they cover neither a mark nor another label.
 */
export function placeLabels(cities: readonly City[]): Map<number, MapLabel> {
  const troubled = cities.filter(({ state }) => state !== null).length;
  const count = Math.min(troubled || mostLabels, mostLabels);
  const onPhone = fitLabels(cities, count, widths.phone);
  return new Map(
    fitLabels(cities, count, widths.wide).map(({ index, city, side }) => [
      index,
      {
        text: city.name,
        x: side * (city.radius + gap),
        anchor: side > 0 ? "start" : "end",
        isHiddenOnPhone: !onPhone.some((other) => other.index === index && other.side === side),
      },
    ]),
  );
}

/** Fits the labels of the first cities into a map of a width, each on the side that has room. */
function fitLabels(cities: readonly City[], count: number, width: number): PlacedLabel[] {
  const labels: PlacedLabel[] = [];
  for (const [index, city] of cities.slice(0, count).entries()) {
    const places = sidesOf(city).flatMap((side) => placeOn(side, city, width));
    const place = places.find(
      ({ left, y }) =>
        left >= 0 &&
        left + widthOf(city) <= width &&
        !labels.some((label) => coversLabel(label, { city, left, y })) &&
        !cities.some((other) => other !== city && coversMark(other, { city, left, y }, width)),
    );
    if (place) labels.push({ index, city, ...place });
  }
  return labels;
}

type Box = { city: City; left: number; y: number };

const coversLabel = (label: Box, { city, left, y }: Box) =>
  Math.abs(label.y - y) < lineHeight &&
  left < label.left + widthOf(label.city) &&
  label.left < left + widthOf(city);

function coversMark({ at, radius }: City, { city, left, y }: Box, width: number): boolean {
  if (!at) return false;
  const x = (at.x / 100) * width;
  const isBeside = left + widthOf(city) < x - radius || left > x + radius;
  return !isBeside && Math.abs((at.y / 100) * width * aspect - y) < radius + lineHeight / 2;
}

/** Prefers the side towards the middle of the map. */
const sidesOf = ({ at }: City): (1 | -1)[] => ((at?.x ?? 0) > 60 ? [-1, 1] : [1, -1]);

function placeOn(side: 1 | -1, city: City, width: number) {
  if (!city.at) return [];
  const edge = (city.at.x / 100) * width + side * (city.radius + gap);
  const left = side > 0 ? edge : edge - widthOf(city);
  return [{ side, left, y: (city.at.y / 100) * width * aspect }];
}

const widthOf = ({ name }: City) => name.length * letterWidth;
