import { Fragment } from "react";
import { weekdayNames, weekFromMonday } from "#contract/stores/words";
import { TextLink } from "~/ui/frame/text-link";
import type { SeasonCalendarData } from "./season-calendar.server";
import { seasonTexts } from "./texts";

type Month = SeasonCalendarData["months"][number];
type Kind = Month["days"][number]["kinds"][number];

/** Kinds also differ by place and shape, for people who cannot tell the colours apart. */
const marks: Record<Kind, string> = {
  event: "fill-q2",
  season: "fill-q4",
  holiday: "fill-info",
};

/** Twelve months, each with its days and what is planned in it. */
export const YearOfMonths = ({ months }: { months: readonly Month[] }) => (
  <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
    {months.map((month) => (
      <section
        key={month.name}
        aria-label={month.name}
        className="min-w-0 break-inside-avoid border-t-2 border-ink pt-2"
      >
        <h2 className="m-0 mb-1 text-lg font-semibold">{month.name}</h2>
        <Days month={month} />
        <Entries month={month} />
      </section>
    ))}
  </div>
);

/** The days at a glance; their entries are listed in words below. */
function Days({ month: { blanks, days } }: { month: Month }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-7 text-center text-sm tabular-nums">
      {weekFromMonday.map((day) => (
        <span key={day} className="text-xs text-ink-3">
          {weekdayNames[day].slice(0, 2)}
        </span>
      ))}
      {Array.from({ length: blanks }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an empty place has nothing else
        <span key={`blank ${place}`} />
      ))}
      {days.map(({ day, kinds, isToday }) => (
        <span
          key={day}
          className={`relative min-h-7 pt-0.5 ${kinds.includes("holiday") ? "font-bold text-info" : ""} ${isToday ? "rounded outline outline-1 outline-ink" : ""}`}
        >
          {day}
          <svg
            aria-hidden="true"
            viewBox="0 0 28 6"
            preserveAspectRatio="none"
            className="absolute inset-x-0 bottom-0.5 h-1.5 w-full [print-color-adjust:exact]"
          >
            {kinds.includes("season") ? (
              <rect width="28" height="2.5" className={marks.season} />
            ) : null}
            {kinds.includes("event") ? (
              <rect y="3.5" width="28" height="2.5" className={marks.event} />
            ) : null}
          </svg>
        </span>
      ))}
    </div>
  );
}

function Entries({ month: { entries } }: { month: Month }) {
  if (entries.length === 0) return <p className="mt-2 text-sm text-ink-3">{seasonTexts.nothing}</p>;
  return (
    <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
      {entries.map(({ key, kind, name, path, days, isExpected }) => (
        <Fragment key={key}>
          <dt className="flex min-h-6 items-center gap-1.5 whitespace-nowrap tabular-nums text-ink-2">
            <KindMark kind={kind} />
            {days}
          </dt>
          <dd className="m-0 min-h-6 min-w-0 content-center [overflow-wrap:anywhere]">
            {kind !== "holiday" && path ? <TextLink to={path}>{name}</TextLink> : name}
            {isExpected ? <span className="text-ink-3">, {seasonTexts.expected}</span> : null}
            {kind === "holiday" && path ? (
              <span className="print:hidden">
                {" · "}
                <TextLink to={path}>
                  Add event<span className="sr-only"> for {name}</span>
                </TextLink>
              </span>
            ) : null}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

const kinds = ["holiday", "season", "event"] as const;

/** Explains the marks of the days. */
export const CalendarKey = () => (
  <ul className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
    {kinds.map((kind) => (
      <li key={kind} className="flex items-center gap-1.5">
        <KindMark kind={kind} decorative />
        {seasonTexts.kinds[kind]}
      </li>
    ))}
  </ul>
);

function KindMark({ kind, decorative }: { kind: Kind; decorative?: boolean }) {
  return (
    <>
      <svg width="10" height="10" aria-hidden="true" className="shrink-0">
        {kind === "holiday" ? (
          <circle cx="5" cy="5" r="4" className={marks.holiday} />
        ) : (
          <rect y={kind === "season" ? 1 : 5} width="10" height="4" className={marks[kind]} />
        )}
      </svg>
      {decorative ? null : <span className="sr-only">{seasonTexts.kinds[kind]}: </span>}
    </>
  );
}
