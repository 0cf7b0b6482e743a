type City = {
  name: string;
  state: string | null;
  at: { x: number; y: number } | null;
  radius: number;
};
export type MapLabel = {
  text: string;
  /** Where the text begins, or ends, in pixels from the middle of the mark. */
  x: number;
  anchor: "start" | "end";
  /** True if a phone's map has no room for it. */
  isWide: boolean;
};

const mostLabels = 6;
/** The usual width of a map in pixels. */
const widths = { wide: 640, phone: 330 };
const aspect = 5 / 8;
const letterWidth = 7;
const lineHeight = 16;
const gap = 4;

/**
 * Chooses the labels of a map, by the index of their city: for the first cities in trouble, or the
 * first ones if none is, without those that would cover another label.
 */
export function placeLabels(cities: readonly City[]): Map<number, MapLabel> {
  const troubled = cities.filter(({ state }) => state !== null).length;
  const onWide = fitting(
    cities.slice(0, Math.min(troubled || mostLabels, mostLabels)),
    widths.wide,
  );
  const onPhone = fitting(onWide, widths.phone);
  return new Map(
    onWide.map((city) => [
      cities.indexOf(city),
      {
        text: city.name,
        x: sideOf(city) * (city.radius + gap),
        anchor: sideOf(city) > 0 ? "start" : "end",
        isWide: !onPhone.includes(city),
      },
    ]),
  );
}

/** Puts the label of a mark on the right half to its left, so that it stays on the map. */
const sideOf = ({ at }: City) => ((at?.x ?? 0) > 60 ? -1 : 1);

function fitting(cities: readonly City[], width: number): City[] {
  const labelled: { city: City; left: number; y: number }[] = [];
  for (const city of cities) {
    if (!city.at) continue;
    const edge = (city.at.x / 100) * width + sideOf(city) * (city.radius + gap);
    const left = sideOf(city) > 0 ? edge : edge - lengthOf(city);
    const y = (city.at.y / 100) * width * aspect;
    const isCovering = labelled.some(
      (other) =>
        Math.abs(other.y - y) < lineHeight &&
        left < other.left + lengthOf(other.city) &&
        other.left < left + lengthOf(city),
    );
    if (!isCovering && left >= 0 && left + lengthOf(city) <= width)
      labelled.push({ city, left, y });
  }
  return labelled.map(({ city }) => city);
}

const lengthOf = ({ name }: City) => name.length * letterWidth;
