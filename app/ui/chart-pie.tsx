import { spread } from "./chart-axes";
import { type ChartData, fillOf } from "./chart-scale";

/** Letters of a name that fit beside a pie; the table behind has the whole name. */
const pieLetters = 15;

/** Draws shares of a whole, at most six; smaller ones are combined as "Other". */
export function PiePlot({ points, format }: ChartData) {
  const slices = slicesOf(
    points.map((point) => ({ label: point.label, value: point.values[0] ?? 0 })),
  );
  const labels = spreadSides(slices.map((slice) => at((slice.from + slice.to) / 2, 96)));
  return (
    <svg viewBox="0 0 360 232" className="mx-auto block w-full max-w-[420px]" aria-hidden="true">
      {slices.map((slice, index) => {
        const share = slice.to - slice.from;
        const label = labels[index] ?? { x: 0, y: 0 };
        return (
          <g key={slice.label}>
            {share > 0.999 ? (
              <circle cx="180" cy="116" r="80" className={fillOf(index)} />
            ) : (
              <path
                d={wedge(slice.from, slice.to)}
                className={`${fillOf(index)} stroke-paper`}
                strokeWidth="2"
              />
            )}
            <text
              x={label.x}
              y={label.y}
              textAnchor={label.x < 180 ? "end" : "start"}
              className="fill-ink text-[11px] font-medium"
            >
              {slice.label.length > pieLetters
                ? `${slice.label.slice(0, pieLetters - 1).trimEnd()}…`
                : slice.label}
              <tspan x={label.x} dy="13" className="fill-ink-2 font-normal">
                {format(slice.value)}, {Math.round(share * 100)}%
              </tspan>
            </text>
          </g>
        );
      })}
    </svg>
  );
}

type Spot = { x: number; y: number };

/** Moves a pie's labels apart, by two lines of text on each side. */
function spreadSides(spots: Spot[]): Spot[] {
  const sides = [spots.filter((spot) => spot.x < 180), spots.filter((spot) => spot.x >= 180)];
  const moved = new Map<Spot, Spot>();
  for (const side of sides) {
    const ys = spread(
      side.map((spot) => Math.max(12, spot.y)),
      28,
    );
    for (const [index, spot] of side.entries())
      moved.set(spot, moveBesidePie({ x: spot.x, y: ys[index] ?? spot.y }));
  }
  return spots.map((spot) => moved.get(spot) ?? spot);
}

/** Moves a two-line label out as far as the pie is wide at its height. */
function moveBesidePie({ x, y }: Spot): Spot {
  const above = y - 10;
  const below = y + 16;
  const off = above > 116 ? above - 116 : below < 116 ? 116 - below : 0;
  const wide = off < 86 ? Math.ceil(Math.sqrt(86 ** 2 - off ** 2)) + 4 : 0;
  return { x: x < 180 ? Math.min(x, 180 - wide) : Math.max(x, 180 + wide), y };
}

function slicesOf(points: { label: string; value: number }[]) {
  const sorted = points.filter((point) => point.value > 0).sort((a, b) => b.value - a.value);
  const rest = sorted.slice(5).reduce((sum, point) => sum + point.value, 0);
  const slices =
    sorted.length > 6 ? [...sorted.slice(0, 5), { label: "Other", value: rest }] : sorted;
  const total = slices.reduce((sum, slice) => sum + slice.value, 0) || 1;
  let before = 0;
  return slices.map((slice) => {
    const from = before / total;
    before += slice.value;
    return { ...slice, from, to: before / total };
  });
}

function at(share: number, radius: number): Spot {
  const angle = share * 2 * Math.PI - Math.PI / 2;
  return {
    x: Math.round(180 + radius * Math.cos(angle)),
    y: Math.round(116 + radius * Math.sin(angle)),
  };
}

function wedge(from: number, to: number) {
  const start = at(from, 80);
  const end = at(to, 80);
  return `M180 116L${start.x} ${start.y}A80 80 0 ${to - from > 0.5 ? 1 : 0} 1 ${end.x} ${end.y}Z`;
}
