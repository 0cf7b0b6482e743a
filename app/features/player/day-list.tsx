import { Link } from "@remix-run/react";
import { memo } from "react";
import { showLength, showPlaylistDate } from "#contract/base/dates";
import { DayKey, DayLines, HourBar, type HourItem, spotKinds } from "~/ui/day";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { mediaIdOf, playerSongPath } from "./paths";
import type { PlayerItem } from "./player-item.client-safe";
import { playerTexts, songReportTexts } from "./texts";

/**
 * The store's day by hours; one hour is open, the others are links. Without script, each
 * item has the browser's own player. Memoised, so that it is not drawn again with every second of
 * the player above.
 */
export const DayList = memo(
  ({ items, day, open }: { items: PlayerItem[]; day: string; open: string }) => {
    const today = items.filter((item) => item.day === day);
    const hours = hoursOf(today);
    return (
      <Panel title="Today's log" lead={showPlaylistDate(day)}>
        {hours.length === 0 ? (
          <EmptyState icon="schedule" title="No List Found">
            {playerTexts.noLog}
          </EmptyState>
        ) : (
          <DayKey />
        )}
        {hours.map(({ hour, lines, startsAt }) => (
          <section
            key={startsAt}
            aria-label={`${hour}:00`}
            className="border-b border-line last:border-b-0"
          >
            <Link
              to={`?hour=${hour}`}
              replace
              preventScrollReset
              aria-current={hour === open ? "true" : undefined}
              className="grid min-h-[48px] grid-cols-[56px_minmax(0,1fr)] items-center gap-3 px-4 py-2 no-underline hover:bg-sunken"
            >
              <time className="font-semibold tabular-nums text-ink-2">{hour}:00</time>
              <HourBar
                items={barsOf(today, startsAt)}
                label={`${hour}:00, ${lines.length} items`}
              />
            </Link>
            {hour === open ? <HourLines hour={hour} lines={lines} /> : null}
          </section>
        ))}
      </Panel>
    );
  },
);
DayList.displayName = "DayList";

function HourLines({ hour, lines }: Pick<Hour, "hour" | "lines">) {
  return (
    <div className="px-2 pb-2">
      <DayLines
        caption={`Items from ${hour}:00`}
        lines={lines.map((item) => ({
          key: item.itemId,
          time: item.time,
          kind: spotKinds[item.kind],
          title: item.title,
          detail: item.artist,
          why: item.src ? (
            <>
              <OwnPlayer src={item.src} title={item.title} />
              {item.kind === "MUSIC" ? <ReportLink src={item.src} title={item.title} /> : null}
            </>
          ) : null,
          length: showLength(item.seconds),
        }))}
      />
    </div>
  );
}

function OwnPlayer({ src, title }: { src: string; title: string }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: music and spots have no captions to give
    <audio
      controls
      preload="none"
      src={src}
      aria-label={title}
      className="h-10 w-full scripted:hidden"
    />
  );
}

const ReportLink = ({ src, title }: { src: string; title: string }) => (
  <a href={playerSongPath(mediaIdOf(src))} className="inline-link text-sm scripted:hidden">
    {songReportTexts.button}
    <span className="sr-only">: {title}</span>
  </a>
);

type Hour = { hour: string; startsAt: number; lines: PlayerItem[] };

/** Groups items by the store's hour. An hour that repeats when clocks change appears twice. */
function hoursOf(items: PlayerItem[]): Hour[] {
  const hours: Hour[] = [];
  for (const item of items) {
    const hour = item.time.slice(0, 2);
    const startsAt = item.startsAt - Number(item.time.slice(3)) * 60_000 - (item.startsAt % 60_000);
    const last = hours.at(-1);
    if (last?.hour === hour && last.startsAt === startsAt) last.lines.push(item);
    else hours.push({ hour, startsAt, lines: [item] });
  }
  return hours;
}

/** Draws what plays in an hour, including items that started before it. */
const barsOf = (items: PlayerItem[], hourStartsAt: number): HourItem[] =>
  items.flatMap(({ startsAt, seconds, kind, title }) => {
    const from = (startsAt - hourStartsAt) / 1000;
    const start = Math.max(0, from);
    const end = Math.min(from + seconds, 3600);
    return end > start ? [{ start, seconds: end - start, kind: spotKinds[kind], title }] : [];
  });
