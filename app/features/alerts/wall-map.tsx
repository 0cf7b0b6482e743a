import { Link, type useLoaderData } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { Figure, useFigures } from "~/ui/frame/figures";
import { Pill, shapes, type Tone } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { mapTexts as texts } from "./map-texts";
import { wallPath } from "./paths";
import { placeLabels } from "./place-labels";
import type { loadWallMap, ShownCity } from "./wall-map.server";

type Data = ReturnType<typeof useLoaderData<typeof loadWallMap>>;

const tones = ["bad", "warn", "ok"] as const satisfies Tone[];
type MapTone = (typeof tones)[number];
const toneOf = ({ tone }: ShownCity): MapTone => tones.find((one) => one === tone) ?? "ok";

// whole class names, because Tailwind drops those that it does not find written out
const fills: Record<MapTone, string> = {
  bad: "fill-bad stroke-paper",
  warn: "fill-warn stroke-paper",
  ok: "fill-ink-3 stroke-none",
};

/**
 * Draws the stores by city: a mark's area grows with the stores, its shape and colour say the worst
 * state. Marks and labels keep their size in pixels while the coasts stretch with the page.
 */
export function WallMap(data: Data) {
  const { viewBox, coasts, dots, cities, totals, onlyCompanyId } = data;
  const others = totals.cities - cities.length;
  const { counted } = useFigures();
  const labels = placeLabels(cities);
  const marks = cities
    .flatMap((city, index) => (city.at ? [{ city, at: city.at, label: labels.get(index) }] : []))
    .sort((one, other) => other.city.radius - one.city.radius);
  return (
    <figure className="mb-6 min-w-0">
      <svg className="aspect-[8/5] w-full overflow-hidden rounded-xl bg-ground print:border print:border-line">
        <title>{texts.alternative}</title>
        <defs>
          {tones.map((tone) => (
            <path key={tone} id={`mark-${tone}`} d={shapes[tone]} transform="translate(-6 -6)" />
          ))}
        </defs>
        <svg viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
          <path
            d={coasts}
            className="fill-sunken stroke-line-strong"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={dots}
            className="fill-none stroke-ink-3"
            strokeWidth="5"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {/* small marks come last, above large ones that would hide them */}
        {marks.map(({ city, at, label }) => (
          <Link key={city.place} to={toWall(city, onlyCompanyId)}>
            <svg x={`${at.x}%`} y={`${at.y}%`} className="overflow-visible">
              <title>{texts.city(city, counted)}</title>
              <circle r={Math.max(12, city.radius)} className="fill-transparent" />
              <use
                href={`#mark-${toneOf(city)}`}
                transform={`scale(${city.radius / 6})`}
                className={fills[toneOf(city)]}
              />
              {label ? (
                <text
                  x={label.x}
                  y="4"
                  textAnchor={label.anchor}
                  className={`fill-ink stroke-ground text-xs font-semibold [paint-order:stroke] [stroke-width:3px] ${label.isHiddenOnPhone ? "max-md:hidden" : ""}`}
                >
                  {label.text}
                </text>
              ) : null}
            </svg>
          </Link>
        ))}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        {tones.map((tone) => (
          <Pill key={tone} tone={tone}>
            {texts.tones[tone]}
          </Pill>
        ))}
        <span className="text-ink-3">{texts.sizes}</span>
        {others > 0 ? (
          <span className="text-ink-3">
            {texts.more(
              counted(others, "more city", "more cities"),
              totals.troubledCities <= cities.length,
            )}
          </span>
        ) : null}
      </figcaption>
    </figure>
  );
}

const toWall = ({ place }: ShownCity, onlyCompanyId: string | undefined) =>
  withMembers(wallPath, { onlyCompanyId, place });

/** Lists the figures of the map. */
export const CityTable = ({ cities, onlyCompanyId }: Data) => (
  <Table
    caption="Stores by city"
    columns={columnsOf(onlyCompanyId)}
    rows={cities}
    rowKey={({ place }) => place}
  />
);

const columnsOf = (onlyCompanyId: string | undefined): Column<ShownCity>[] => [
  {
    key: "city",
    header: "City",
    card: "title",
    cell: (city) => (
      <>
        <TextLink to={toWall(city, onlyCompanyId)}>{city.name}</TextLink>
        {city.approximation ? <small>{texts.approximation[city.approximation]}</small> : null}
        {city.at ? null : <small>{texts.withoutPosition}</small>}
      </>
    ),
  },
  {
    key: "state",
    header: "Worst state",
    card: "aside",
    cell: (city) =>
      city.state ? (
        <span className={toneOf(city) === "bad" ? "text-bad" : "text-warn"}>{city.state}</span>
      ) : (
        <span className="text-ink-3">No trouble</span>
      ),
  },
  {
    key: "troubled",
    header: "In trouble",
    numeric: true,
    cell: ({ troubled }) => <Figure of={troubled} />,
  },
  { key: "stores", header: "Stores", numeric: true, cell: ({ stores }) => <Figure of={stores} /> },
];
