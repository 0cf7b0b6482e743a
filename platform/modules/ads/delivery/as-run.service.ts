import type { AsRunFilters, AsRunPlay, AsRunQuery } from "#contract/ads/delivery";
import { type AsRunOutcome, isOutcome, playOutcomeWords } from "#contract/ads/words";
import { showClock, timeIn } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { unverifiedWords } from "#contract/player/words";
import { unitOf } from "../../../access/units.ts";
import { invalid } from "../../../base/refusal.ts";
import type { ExportRows } from "../../../db/export-cells.ts";
import { type Cursor, pageOf, readCursor, writeCursor } from "../../../db/keyset.ts";
import type { ScopedCall } from "../../../http/context.ts";
import {
  type AsRunFileRow,
  asRunColumns,
  type BookedDay,
  bookedDaysInTurn,
  countBookedPlays,
  findBookedPage,
  selectAsRun,
} from "./as-run.queries.ts";
import { type CampaignCall, keyOf, playsOfDays } from "./booked-days.service.ts";
import { requireSeen } from "./delivery.service.ts";

/**
 * Throws 404 for a campaign or store that the caller does not see, 422 for a cursor that is not
 * ours.
 */
export async function listAsRun(call: ScopedCall, { companyId: _, outcome, ...query }: AsRunQuery) {
  const { scope, db, now } = call;
  await requireFilters(call, query);
  if (outcome)
    return findPlaysWith(outcome, { scope, db, now, campaignId: query.campaignId }, query);
  const { rows, page } = await findBookedPage(scope, db, query);
  const days = new Map(rows.map((row) => [keyOf(row), row as BookedDay]));
  const played = await playsOfDays({ scope, db, now, campaignId: query.campaignId }, [
    ...days.values(),
  ]);
  const data = rows.map((row) => played.get(keyOf(row))?.get(row.hour)?.[row.place] as AsRunPlay);
  return { data, page: { ...page, total: await countBookedPlays(scope, db, query) } };
}

/** The most store-days that are searched for an outcome before a page ends unfilled. */
const daysSearched = 2_000;

/**
 * A page of the plays with an outcome. An outcome is known only once its day was compared with the
 * log, so a page of a rare outcome may end early; its cursors continue from there.
 */
async function findPlaysWith(
  outcome: AsRunOutcome,
  call: CampaignCall,
  { limit, cursor: text, ...which }: Omit<AsRunQuery, "companyId" | "outcome">,
) {
  const cursor = readCursor(text);
  const start = cursor && placeOf(cursor);
  const back = cursor?.back ?? false;
  const placedPlays: PlacedPlay[] = [];
  let searched = 0;
  let last: BookedDay | undefined;
  let isCut = false;
  for await (const days of bookedDaysInTurn(call.scope, call.db, which, {
    atATime: daysAtATime,
    from: start,
    back,
  })) {
    const played = await playsOfDays(call, days);
    for (const day of days) {
      const plays = [...(played.get(keyOf(day)) ?? [])].flatMap(([hour, ofHour]) =>
        ofHour.map((play, place) => ({ play, hour, place })),
      );
      placedPlays.push(
        ...(back ? plays.reverse() : plays).filter(
          (one) => isOutcome(one.play.outcome, outcome) && isBeyond(one, start, back),
        ),
      );
    }
    searched += days.length;
    last = days.at(-1);
    isCut = placedPlays.length <= limit && searched >= daysSearched;
    if (isCut || placedPlays.length > limit) break;
  }
  const { rows, page } = pageOf(placedPlays.slice(0, limit + 1), limit, cursor, cursorOf);
  const data = rows.map(({ play }) => play);
  if (!isCut || !last) return { data, page };
  // all plays of the last day were seen: on from an hour that no day has
  const on = writeCursor({ value: `${last.day} ${back ? -1 : 24} 0`, id: last.storeId, back });
  return { data, page: { ...page, ...(back ? { prev: on } : { next: on }) } };
}

/** A play with its place among those of its hour. */
type PlacedPlay = { play: AsRunPlay; hour: number; place: number };
type PlayPlace = { storeId: number; day: string; hour: number; place: number };

const cursorOf = ({ play: { storeId, day }, hour, place }: PlacedPlay) => ({
  value: `${day} ${hour} ${place}`,
  id: storeId,
});

/** Throws 422 on `cursor` for one of another list. */
function placeOf({ value, id }: Cursor): PlayPlace {
  const [, day, hour, place] = /^(\d{4}-\d\d-\d\d) (-1|\d{1,2}) (\d{1,4})$/.exec(value) ?? [];
  if (!field.isoDate.safeParse(day).success)
    throw invalid({ cursor: "This page link is no longer valid." });
  return { storeId: id, day: day ?? "", hour: Number(hour), place: Number(place) };
}

/**
 * True if a play comes after the place where the page starts, or before it when going back. All
 * plays of other stores and dates do.
 */
function isBeyond(
  { play, hour, place }: PlacedPlay,
  start: PlayPlace | undefined,
  back: boolean,
): boolean {
  if (!start || play.storeId !== start.storeId || play.day !== start.day) return true;
  const distance = hour - start.hour || place - start.place;
  return back ? distance < 0 : distance > 0;
}

/** Store-days that are compared at once: some hundred plays, and the logs that contain them. */
const daysAtATime = 50;

/**
 * Exports plays. Outcomes are computed here and not in SQL, so each select is of rows that are
 * passed to it. Throws 404 for a campaign or store that the caller does not see.
 */
export async function exportPlays(
  call: ScopedCall,
  { companyId: _, outcome, ...which }: AsRunFilters,
): Promise<ExportRows & { fileName: string; subject: string }> {
  const { scope, db, now } = call;
  const { name } = await requireFilters(call, which);
  return {
    fileName: "CampaignAsRun",
    subject: name,
    columns: asRunColumns,
    async *slices(cells) {
      for await (const days of bookedDaysInTurn(scope, db, which, { atATime: daysAtATime })) {
        const played = await playsOfDays({ scope, db, now, campaignId: which.campaignId }, days);
        const rows = days.flatMap((day) =>
          [...(played.get(keyOf(day))?.values() ?? [])]
            .flat()
            .filter((play) => !outcome || isOutcome(play.outcome, outcome))
            .map((play) => fileRowOf(day, play)),
        );
        if (rows.length > 0) yield selectAsRun(cells, rows);
      }
    },
  };
}

function fileRowOf({ storeCode, timeZone }: BookedDay, play: AsRunPlay): AsRunFileRow {
  const clock = (at: string | null) => at && timeIn(timeZone, new Date(at)) + at.slice(16, 19);
  return {
    storeCode,
    store: play.storeName,
    day: play.day,
    hour: showClock(play.hour * 3600),
    due: clock(play.dueAt),
    started: clock(play.startedAt),
    seconds: play.seconds,
    spot: play.spotName,
    outcome: playOutcomeWords[play.outcome],
    reason: play.reason && unverifiedWords[play.reason],
  };
}

async function requireFilters(
  call: ScopedCall,
  { campaignId, storeId }: Omit<AsRunFilters, "companyId">,
) {
  const campaign = await requireSeen(call, campaignId);
  if (storeId !== undefined) await unitOf(call.scope, call.db, { storeId });
  return campaign;
}
