import { Link, type useLoaderData } from "@remix-run/react";
import type { SpotKind } from "#contract/schedule/positions";
import { Figure, useFigures } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import type { loadCalendar } from "./calendar.server";
import { calendarTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadCalendar>>;
type Row = Data["rows"][number];

export const kindFills: Record<SpotKind, string> = {
  AD: "fill-ad",
  JINGLE: "fill-jingle",
  TOH: "fill-toh",
};

/** Lists campaigns over a year, each with its plays by week. */
export function CampaignYear({ caption, rows, weekStarts, monthStarts }: Data) {
  const most = Math.max(1, ...rows.flatMap(({ weekPlays }) => weekPlays ?? []));
  return (
    <div className="overflow-x-auto print:overflow-visible">
      <table className="table w-full min-w-[900px] border-collapse print:min-w-0">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Campaign</th>
            <th scope="col" className="num">
              Plays
            </th>
            <th scope="col" className="w-[70%]">
              <span className="sr-only">{calendarTexts.months} </span>
              <Months months={monthStarts} weeks={weekStarts.length} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              <td className="name sticky left-0 min-w-[130px] bg-paper [overflow-wrap:anywhere]">
                <Link to={row.path}>{row.name}</Link>
                <small>{row.flight}</small>
                <Pill tone={row.state.tone}>{row.state.words}</Pill>
              </td>
              <td className="num">{row.plays > 0 ? <Figure of={row.plays} /> : "–"}</td>
              <td>
                <Weeks {...row} weekStarts={weekStarts} most={most} months={monthStarts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MonthStarts = Data["monthStarts"];
/** Units of the drawing for each week. */
const wide = 10;

/** Names the months; one of which a single week is shown has no room for its name. */
const Months = ({ months, weeks }: { months: MonthStarts; weeks: number }) => (
  <svg width="100%" height="16" aria-hidden="true" className="block">
    {months
      .filter(({ week }, place) => (months[place + 1]?.week ?? weeks) - week > 1)
      .map(({ week, label }) => (
        <text
          key={week}
          x={`${(week / weeks) * 100}%`}
          y="12"
          className="fill-ink-2 text-xs font-normal"
        >
          {label}
        </text>
      ))}
  </svg>
);

/** Draws a bar for each week, as high as its plays are many, and a line where a month begins. */
function Weeks({
  kind,
  planned,
  weekPlays,
  days,
  weekStarts,
  most,
  months,
}: Row & { weekStarts: readonly string[]; most: number; months: MonthStarts }) {
  const { counted } = useFigures();
  return (
    <svg
      viewBox={`0 0 ${weekStarts.length * wide} 32`}
      width="100%"
      height="32"
      preserveAspectRatio="none"
      role="img"
      aria-label={days}
      className="block bg-sunken"
    >
      {months.map(({ week }) => (
        <line
          key={week}
          x1={week * wide}
          x2={week * wide}
          y1="0"
          y2="32"
          className="stroke-line-strong"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {planned ? (
        <rect
          x={(planned.at / 7) * wide}
          width={(planned.days / 7) * wide}
          y="8"
          height="16"
          strokeDasharray="4 3"
          className="fill-paper stroke-ink-3"
          vectorEffect="non-scaling-stroke"
        />
      ) : null}
      {weekPlays?.map((plays, week) =>
        plays > 0 ? (
          <rect
            key={weekStarts[week]}
            x={week * wide + 1}
            width={wide - 2}
            y={32 - heightOf(plays, most)}
            height={heightOf(plays, most)}
            className={kindFills[kind]}
          >
            <title>{calendarTexts.week(weekStarts[week] ?? "", counted(plays, "play"))}</title>
          </rect>
        ) : null,
      )}
    </svg>
  );
}

/** Keeps a bar so high that a week with few plays is seen. */
const heightOf = (plays: number, most: number) => Math.max(4, Math.round((plays / most) * 30));

type BrandYear = NonNullable<Data["brandYear"]>;

/** Shows a brand's plays and their value by month. */
export const BrandMonths = ({ title, lead, months }: BrandYear) => (
  <Panel title={title} lead={lead}>
    <Table caption={title} columns={monthColumns} rows={months} rowKey={({ month }) => month} />
  </Panel>
);

const monthColumns: Column<BrandYear["months"][number]>[] = [
  { key: "month", header: "Month", card: "title", cell: ({ month }) => month },
  {
    key: "plays",
    header: "Plays",
    numeric: true,
    cell: ({ plays }) => (plays > 0 ? <Figure of={plays} /> : "–"),
  },
  { key: "value", header: "Value", numeric: true, cell: ({ value }) => value ?? "–" },
];
