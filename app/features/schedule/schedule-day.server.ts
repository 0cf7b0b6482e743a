import { z } from "zod";
import { showClock, showLength, showPlaylistDate } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import type { Figures } from "#contract/base/figures";
import { idOf } from "#contract/base/identifiers";
import { findPlaylist, type GroupDay, previewGroupDay } from "#contract/schedule/endpoints";
import type { MusicLine, PlaylistLine } from "#contract/schedule/playlist-lines";
import { dayStateLabels, editLabels, publishedHowLabels } from "#contract/schedule/words";
import { withNames } from "~/lib/audit/people.server";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { type ChartMark, spotKinds } from "~/ui/day";
import { withMembers } from "~/ui/frame/address";
import type { Tone } from "~/ui/frame/pill";
import { breakCauses } from "./break-causes";
import { dayChooser, findGroupDay, groupRef, groupWords } from "./coming-days.server";
import { barsIn, countWords, isSilent, openWords, printedLines } from "./day-hours";
import { eventsIn } from "./event-words";
import { lineSound } from "./line-sound.server";
import {
  differencePath,
  eventPath,
  previewDownloadPath,
  publishPath,
  rotationPath,
  schedulePath,
  sideBySidePath,
  swapPath,
  versionsPath,
} from "./paths";
import { ofGroup } from "./preview-day.server";
import { dayFinding } from "./preview-finding";
import { reasonFacts, shortReason } from "./reason-words";
import { breakTexts } from "./texts";
import { breakWords, storeBreakWords } from "./wrong-words";

export const DayAddress = z.object({
  groupId: idOf("group").optional(),
  day: field.isoDate.optional(),
  /** A version of the group's day, instead of the newest. */
  version: idOf("playlist").optional(),
  /** The hour whose lines are open, and the line that is explained. */
  hour: z.number().int().min(0).max(47).optional(),
  at: z.number().int().min(0).optional(),
});

/**
 * Loads the newest version of the group's day in the address, or the version it names. Null if the
 * caller has no group.
 */
async function loadDay(pageContext: PageContext, address: z.output<typeof DayAddress>) {
  const { api } = pageContext;
  const target = await findGroupDay(pageContext, address);
  if (!target) return null;
  const { coming, groupId, day } = target;
  const find = async (id: number) =>
    (await load(() => api.call(findPlaylist, { params: { id } }))).data;
  if (address.version !== undefined)
    return { coming, group: await find(address.version), isNewest: false };
  const { data: publishedDay } = await load(() =>
    api.call(previewGroupDay, { query: ofGroup(groupId, day) }),
  );
  return {
    coming,
    group: publishedDay.draftId === null ? publishedDay : await find(publishedDay.draftId),
    published: publishedDay,
    isNewest: true,
  };
}

/** Loads a group's day for the page that changes it. */
export async function loadScheduleDay(request: Request, pageContext: PageContext) {
  const { ids, figures } = pageContext;
  const address = readQuery(request, DayAddress, { ids });
  const loaded = await loadDay(pageContext, address);
  if (!loaded) return null;
  const { coming, published, isNewest } = loaded;
  const [group = loaded.group] = await withNames(
    pageContext,
    [loaded.group],
    "publishedBy",
    "editedBy",
  );
  const { hours, state, summary } = group;
  const members = { groupId: groupRef(pageContext, group.groupId), day: group.day };
  const version = isNewest ? undefined : ids.encrypt("playlist", group.id);
  const at = (change: { hour?: number | undefined; at?: number | undefined }, anchor: number) =>
    `${withMembers(schedulePath, { ...members, version, ...change })}#h${anchor}`;
  const mayChange = group.mayChange && isNewest && group.day >= coming.today;
  const allLines = hours.flatMap((hour) => hour.lines);
  const selected = allLines.find(({ index }) => index === address.at);
  const open = selected
    ? Math.floor(selected.startSeconds / 3600)
    : (address.hour ?? hours[0]?.hour);
  const events = eventsIn(allLines);
  const charts = chartsOf(summary, events);
  const markOfLine = (line: PlaylistLine) =>
    line.kind === "MUSIC" ? chartOf(charts, categoryOf(line)) : null;
  const ref = ids.encrypt("playlist", group.id);
  const stateWords = stateOf(group);
  const finding = dayFinding(group, stateWords.words, figures);
  return {
    title: `${groupWords(group)}, ${showPlaylistDate(group.day)}`,
    finding,
    ref,
    version: group.version,
    /** Null if the finding says it. */
    state: finding ? null : stateWords,
    lead: leadOf(group, figures),
    /** The version that stores play until the draft is published. */
    playingVersion:
      isNewest && state === "draft" && published?.state === "published" ? published.version : null,
    isOld: !isNewest && state === "superseded",
    inputsChanged: group.inputsChanged && group.mayChange,
    isDraft: state === "draft",
    mayChange,
    mayRestore: group.mayChange && !isNewest && state === "superseded" && group.day >= coming.today,
    publishTo:
      mayChange && state === "draft" && group.stores.length > 0
        ? withMembers(publishPath(ref), { back: withMembers(schedulePath, members) })
        : null,
    ...linksOf(ref, members),
    chooser: dayChooser(schedulePath, { coming, group }, { ids }),
    charts,
    events: shownEvents(events, ids),
    isSilent: isSilent(group),
    hours: hours.map(({ hour, lines }) => ({
      hour,
      clock: showClock(hour * 3600),
      label: countWords(lines, figures),
      bars: barsIn(hour, allLines, markOfLine),
      printed: printedLines(lines),
      openTo: at({ hour }, hour),
      lines:
        hour === open
          ? lines.map((line) => ({
              ...toLine(pageContext, line, line.index === selected?.index),
              chart: markOfLine(line),
              mayChange: mayChange && line.kind === "MUSIC",
              whyTo: line.kind === "MUSIC" ? at({ at: line.index }, hour) : null,
              swapTo: withMembers(swapPath, { id: ref, index: line.index }),
            }))
          : null,
    })),
    breaks: {
      title: finding ? breakTexts.causes : breakWords(group.summary, figures),
      stores: storeBreakWords(group.storeBreaks, group.stores.length, figures),
      causes: breakCauses(summary, allLines, figures, (index, hour) => at({ at: index }, hour)),
    },
  };
}
export type ScheduleDay = NonNullable<Awaited<ReturnType<typeof loadScheduleDay>>>;

/** Lists a day's charts, and its events that play their songs in their own order, with marks. */
const chartsOf = (summary: GroupDay["summary"], events: ReturnType<typeof eventsIn>) =>
  [
    ...summary.shares.map(({ categoryId, name }) => ({ categoryId, name })),
    ...events
      .filter(({ inOrder }) => inOrder)
      .map(({ id, name }) => ({ categoryId: ofEvent(id), name })),
  ].map((chart, place) => ({ ...chart, ...chartMark(place) }));

/** Lists the day's events with their hours, each with a link to its page. */
const shownEvents = (events: ReturnType<typeof eventsIn>, ids: PageContext["ids"]) =>
  events.map(({ id, name, from, to }) => ({
    name,
    to: eventPath(ids.encrypt("event", id)),
    hours: `${showClock(from)}–${showClock(to)}`,
  }));

/** Links a version (`ref`) and its day to the pages about them. */
const linksOf = (ref: string, members: { groupId: string; day: string }) => ({
  downloadTo: withMembers(previewDownloadPath, { ...members, version: ref }),
  versionsTo: withMembers(versionsPath, members),
  differenceTo: withMembers(differencePath, { id: ref }),
  sideBySideTo: withMembers(sideBySidePath, members),
  rotationTo: withMembers(rotationPath, members),
  newestTo: withMembers(schedulePath, members),
});

/** Shows a line; the selected one with the facts that explain it. */
function toLine(pageContext: PageContext, line: PlaylistLine, isSelected: boolean) {
  const isLocked = line.kind === "MUSIC" && line.locked;
  return {
    key: String(line.index),
    index: line.index,
    time: showClock(line.startSeconds, true),
    kind: spotKinds[line.kind],
    title: line.title,
    artist: line.kind === "MUSIC" ? line.artist : null,
    ...lineSound(pageContext, line),
    why: isLocked ? `Locked. ${shortReason(line)}` : shortReason(line),
    length: showLength(line.durationSeconds),
    locked: isLocked,
    current: isSelected,
    facts: isSelected && line.kind === "MUSIC" ? reasonFacts(line) : null,
  };
}

const ofEvent = (eventId: number) => -eventId;
/** Gives a line's chart or event; undefined for a song from outside the chart. */
const categoryOf = ({ reason: { category, event, stage } }: MusicLine) =>
  stage === "FALLBACK" || stage === "LEAST_RECENT"
    ? undefined
    : (category?.id ?? (event ? ofEvent(event.id) : undefined));

const chartMark = (place: number): ChartMark => ({
  letter: String.fromCharCode(65 + (place % 26)),
  place,
});

function chartOf(
  charts: (ChartMark & { categoryId: number })[],
  categoryId: number | undefined,
): ChartMark | null {
  const chart = charts.find((one) => one.categoryId === categoryId);
  return chart ? { letter: chart.letter, place: chart.place } : null;
}

function stateOf({ state, publishedHow }: GroupDay): { tone: Tone; words: string } {
  if (state === "superseded") return { tone: "idle", words: "Earlier version" };
  if (state === "draft") return { tone: "info", words: dayStateLabels.draft };
  return publishedHow === "UNAPPROVED"
    ? { tone: "warn", words: "Published without approval" }
    : { tone: "ok", words: dayStateLabels.published };
}

function leadOf(
  { version, publishedBy, publishedHow, editedBy, editedHow, summary, hours, stores }: GroupDay,
  { counted }: Figures,
): string {
  const published =
    publishedHow && publishedHow !== "PERSON"
      ? publishedHowLabels[publishedHow]
      : publishedBy
        ? `Published by ${publishedBy}`
        : null;
  const edited = editedHow && editedBy ? `${editLabels[editedHow]} by ${editedBy}` : null;
  const lastChange = published ?? edited;
  const open =
    hours.length > 0
      ? [
          `${openWords(hours)}, ${counted(summary.songs, "song")}, ${counted(stores.length, "store")}`,
        ]
      : [];
  return `${[`Version ${version}`, ...(lastChange ? [lastChange] : []), ...open].join(". ")}.`;
}
