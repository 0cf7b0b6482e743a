import { Link, type useLoaderData } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure } from "~/ui/frame/figures";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { LocationFilters } from "~/ui/frame/location-filters";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { HeatStrip } from "~/ui/heat-strip";
import type { loadCalendar } from "./calendar.server";
import { kindOptions } from "./campaign-list";
import { BrandMonths, CampaignYear, kindFills } from "./campaign-year";
import { campaignCalendarPath as here } from "./paths";
import { calendarTexts, freeTimeTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadCalendar>>;
type Row = Data["rows"][number];

const weekOptions = [
  ...[8, 13].map((weeks) => ({ value: String(weeks), label: `${weeks} weeks` })),
  { value: "52", label: calendarTexts.year },
];

/** Campaigns one below the other over weeks, each with a bar where it has plays. */
export function CampaignCalendar(data: Data) {
  const { filters, choices, rows, row, page, earlier, later, isYear, brandYear } = data;
  const { from: _, ...otherFilters } = filters;
  const size = { limit: sizeMember(page.limit) };
  return (
    <>
      <Panel>
        <FilterBar
          label="Filter the calendar"
          clearTo={here}
          active={Object.values(otherFilters).filter((value) => value !== undefined).length}
          applyLabel="Show"
          search={
            <>
              <FilterDate name="from" label="From the week of" value={data.from} />
              <FilterSelect
                name="weeks"
                label="Length"
                any="4 weeks"
                value={filters.weeks ? String(filters.weeks) : ""}
                options={weekOptions}
              />
            </>
          }
          beside={
            <>
              <ButtonLink to={withMembers(here, filters, { from: earlier })} variant="quiet">
                Earlier
              </ButtonLink>
              <ButtonLink to={withMembers(here, filters, { from: later })} variant="quiet">
                Later
              </ButtonLink>
            </>
          }
        >
          <FilterSelect
            name="kind"
            label="Kind"
            any="All kinds"
            value={filters.kind}
            options={kindOptions}
          />
          <FilterSelect
            name="brandId"
            label="Brand"
            any="All brands"
            value={filters.brandId}
            options={choices.brands}
          />
          <LocationFilters values={filters} choices={choices} />
        </FilterBar>
        <FreeTime {...data} />
        {isYear && !filters.brandId ? (
          <p className="pb-3 text-sm text-ink-3 print:hidden">{calendarTexts.chooseBrand}</p>
        ) : null}
        {rows.length > 0 ? (
          isYear ? (
            <CampaignYear {...data} />
          ) : (
            <Bars {...data} />
          )
        ) : (
          <EmptyState icon="calendar" title="No Data Found">
            {calendarTexts.none}
          </EmptyState>
        )}
        <ListPager
          page={page}
          row={row}
          rowCount={rows.length}
          href={(place) => withMembers(here, { ...filters, ...size }, place)}
        />
      </Panel>
      {brandYear ? <BrandMonths {...brandYear} /> : null}
    </>
  );
}

/** Columns of what is free: four on phones. */
const freeColumns = {
  4: "md:hidden grid-cols-4",
  8: "grid-cols-4 md:grid-cols-8",
  13: "grid-cols-4 md:grid-cols-[repeat(13,minmax(0,1fr))]",
};

/** Shows what is free by day, on phones by week, in longer calendars by week or month. */
function FreeTime({ freeTime: { title, days, spans }, weekStarts }: Data) {
  const { length } = weekStarts;
  const columns = length === 4 || length === 8 ? freeColumns[length] : freeColumns[13];
  return (
    <div className="pb-4">
      <p className="pb-1 text-sm">
        <b className="font-semibold">{title}</b>{" "}
        <span className="text-ink-3 print:hidden">{freeTimeTexts.lead}</span>
      </p>
      {days ? (
        <HeatStrip
          label={`${title} by day`}
          cells={days}
          className="max-md:hidden grid-cols-[repeat(28,minmax(0,1fr))]"
        />
      ) : null}
      <HeatStrip label={title} cells={spans} className={columns} />
    </div>
  );
}

function Bars({ caption, rows, weekStarts, dayCount, todayAt }: Data) {
  return (
    <div className="overflow-x-auto">
      <table className="table cards w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Campaign</th>
            <th scope="col">State</th>
            <th scope="col" className="num">
              Plays
            </th>
            <th scope="col" className="w-[55%]">
              <span className="sr-only">{calendarTexts.weeks}</span>
              <span className="flex">
                {weekStarts.map((day) => (
                  <span
                    key={day}
                    className="min-w-0 flex-1 overflow-hidden font-normal tabular-nums"
                  >
                    {day}
                  </span>
                ))}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              <td className="name [overflow-wrap:anywhere]">
                <Link to={row.path}>{row.name}</Link>
                <small>
                  {row.kindWords}, {row.flight}
                </small>
              </td>
              <td>
                <Pill tone={row.state.tone}>{row.state.words}</Pill>
              </td>
              <td className="num card-line" data-label="Plays">
                {row.plays > 0 ? <Figure of={row.plays} /> : "–"}
              </td>
              <td className="card-plain">
                <Bar {...row} weeks={weekStarts.length} dayCount={dayCount} todayAt={todayAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Draws a day ten units wide, with a line between weeks and a line for today. */
function Bar({
  kind,
  stretches,
  planned,
  days,
  weeks,
  dayCount,
  todayAt,
}: Row & Pick<Data, "dayCount" | "todayAt"> & { weeks: number }) {
  return (
    <>
      <svg
        viewBox={`0 0 ${dayCount * 10} 24`}
        width="100%"
        height="24"
        preserveAspectRatio="none"
        role="img"
        aria-label={days}
        className="block bg-sunken"
      >
        {Array.from({ length: weeks - 1 }, (_, week) => (week + 1) * 70).map((x) => (
          <line
            key={x}
            x1={x}
            x2={x}
            y1="0"
            y2="24"
            className="stroke-line-strong"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {planned ? (
          <rect
            x={planned.at * 10 + 1}
            width={planned.days * 10 - 2}
            y="5"
            height="14"
            strokeDasharray="4 3"
            className="fill-paper stroke-ink-3"
            vectorEffect="non-scaling-stroke"
          />
        ) : null}
        {stretches.map(({ at, days: length }) => (
          <rect
            key={at}
            x={at * 10 + 1}
            width={length * 10 - 2}
            y="4"
            height="16"
            className={kindFills[kind]}
          />
        ))}
        {todayAt === null ? null : (
          <line
            x1={todayAt * 10}
            x2={todayAt * 10}
            y1="0"
            y2="24"
            strokeWidth="2"
            className="stroke-ink"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <span className="md:hidden">{days}</span>
    </>
  );
}
