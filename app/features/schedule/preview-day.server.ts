import { z } from "zod";
import { addDays, showClock, showLength, showPlaylistDate } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import type { Figures } from "#contract/base/figures";
import { idOf } from "#contract/base/identifiers";
import { mayOpen } from "#contract/base/roles";
import {
  findPlaylist,
  type GroupDay,
  previewDays,
  previewGroupDay,
  type StoreDay,
  storeAudioLog,
} from "#contract/schedule/endpoints";
import type { DayHours, PlaylistLine } from "#contract/schedule/playlist-lines";
import { publishedHowLabels } from "#contract/schedule/words";
import { withNames } from "~/lib/audit/people.server";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { wholePercent } from "~/lib/words/percent";
import { spotKinds } from "~/ui/day";
import { withMembers } from "~/ui/frame/address";
import { breakCauses } from "./break-causes";
import { findGroupDay, groupChoices, groupRef, groupWords, noGroup } from "./coming-days.server";
import { barsIn, countWords, isSilent, openWords, printedLines } from "./day-hours";
import { eventsIn } from "./event-words";
import { lineSound } from "./line-sound.server";
import {
  dayPath,
  eventPath,
  listenPath,
  previewDownloadPath,
  publishPath,
  sideBySidePath,
} from "./paths";
import { reasonFacts, shortReason } from "./reason-words";
import { differenceFacts, storeDifferences } from "./store-differences";
import { previewTexts } from "./texts";
import { breakWords, storeBreakWords } from "./wrong-words";

const Address = z.object({
  groupId: idOf("group").optional(),
  storeId: idOf("store").optional(),
  /** A version of the group's day, instead of the current one. */
  version: idOf("playlist").optional(),
  day: field.isoDate.optional(),
  /** The hour whose lines are open, and the line that is explained. */
  hour: z.number().int().min(0).max(47).optional(),
  at: z.number().int().min(0).optional(),
});

/** Builds the query for a group that an address names. */
export const ofGroup = (groupId: number | undefined, day: string) => ({
  ...(groupId !== noGroup && { groupId }),
  day,
});

export const readDayAddress = (request: Request, { ids }: PageContext) =>
  readQuery(request, Address, { ids });

/**
 * Finds the day in an address, of a group or one of its stores. Null if the caller has no group.
 */
export async function findShownDay(request: Request, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const address = readDayAddress(request, pageContext);
  const target = await findGroupDay(pageContext, address);
  if (!target) return null;
  const { coming, groupId, day } = target;
  const { version } = address;
  const reply = await load(() =>
    version === undefined
      ? api.call(previewGroupDay, { query: ofGroup(groupId, day) })
      : api.call(findPlaylist, { params: { id: version } }),
  );
  const [group = reply.data] = await withNames(pageContext, [reply.data], "publishedBy");
  // ignores a store that was chosen before the group was changed
  const storeId = group.stores.find((one) => one.id === address.storeId)?.id;
  const store =
    storeId === undefined
      ? null
      : (await load(() => api.call(storeAudioLog, { query: { storeId, day: group.day } }))).data;
  const hours = (store ?? group).hours;
  const members = {
    groupId: groupRef(pageContext, group.groupId),
    day: group.day,
    storeId: storeId === undefined ? undefined : ids.encrypt("store", storeId),
    version: version === undefined ? undefined : ids.encrypt("playlist", version),
  };
  return {
    address,
    coming,
    group,
    store,
    hours,
    members,
    lines: hours.flatMap((hour) => hour.lines),
  };
}

/** Loads the day of an address as its page shows it. */
export async function loadPreviewDay(request: Request, pageContext: PageContext) {
  const { ids, person, figures } = pageContext;
  const shownDay = await findShownDay(request, pageContext);
  if (!shownDay) return null;
  const { address, group, store, hours, members, lines } = shownDay;
  const selectedLine = lines.find(({ index }) => index === address.at);
  const open = selectedLine
    ? Math.floor(selectedLine.startSeconds / 3600)
    : (address.hour ?? hours[0]?.hour);
  const playlistRef = ids.encrypt("playlist", group.id);
  return {
    title: `${store?.storeName ?? groupWords(group)}, ${showPlaylistDate(group.day)}`,
    lead: store ? storeLead(store, group, hours) : groupLead(group, figures),
    state: group.state,
    inputsChanged: group.inputsChanged,
    mayPublish:
      !store && group.stores.length > 0 && group.mayChange && mayOpen(person, "MUSIC_SCHEDULE"),
    playlistRef,
    draftTo:
      group.draftId === null
        ? null
        : withMembers(dayPath, {
            ...members,
            storeId: undefined,
            version: ids.encrypt("playlist", group.draftId),
          }),
    downloadTo:
      store && store.logId === null
        ? null
        : withMembers(previewDownloadPath, {
            ...members,
            groupId: store ? undefined : members.groupId,
          }),
    listenTo: lines.some(({ kind }) => kind === "MUSIC") ? withMembers(listenPath, members) : null,
    sideBySideTo: store
      ? null
      : withMembers(sideBySidePath, { groupId: members.groupId, day: members.day }),
    differences: store && differencesOf(group, store, figures),
    publishTo: publishPath(playlistRef),
    chooser: chooserOf(shownDay, ids),
    events: eventsIn(lines).map(({ id, name, from, to }) => ({
      name,
      to: mayOpen(person, "MUSIC_SCHEDULE") ? eventPath(ids.encrypt("event", id)) : null,
      hours: `${showClock(from)}–${showClock(to)}`,
    })),
    isSilent: isSilent(group),
    hours: hours.map(({ hour, lines }) => ({
      hour,
      clock: showClock(hour * 3600),
      label: countWords(lines, figures),
      bars: barsIn(hour, shownDay.lines),
      printed: printedLines(lines),
      openTo: `${withMembers(dayPath, { ...members, hour })}#h${hour}`,
      lines:
        hour === open
          ? lines.map((line) =>
              toLine(
                pageContext,
                line,
                (at) => `${withMembers(dayPath, { ...members, at })}#h${hour}`,
                selectedLine?.index,
              ),
            )
          : null,
    })),
    breaks: store ? { title: "", stores: [], causes: [] } : breaksOf(shownDay, figures),
    shares: store ? [] : sharesOf(group, figures),
  };
}
export type PreviewDay = NonNullable<Awaited<ReturnType<typeof loadPreviewDay>>>;

type ShownDay = NonNullable<Awaited<ReturnType<typeof findShownDay>>>;

/** Offers the groups and stores, and the days, that the page can show instead. */
const chooserOf = ({ coming, group, members }: ShownDay, ids: PageContext["ids"]) => ({
  groupId: members.groupId,
  groups: groupChoices(coming.groups, group, { ids }),
  day: group.day,
  last: addDays(coming.today, previewDays),
  storeId: members.storeId,
  stores: group.stores.map((one) => ({
    value: ids.encrypt("store", one.id),
    label: one.isStaggered ? `${one.storeName}, staggered` : one.storeName,
  })),
});

const breaksOf = ({ group, lines, members }: ShownDay, figures: Figures) => ({
  title: breakWords(group.summary, figures),
  stores: storeBreakWords(group.storeBreaks, group.stores.length, figures),
  causes: breakCauses(
    group.summary,
    lines,
    figures,
    (at, hour) => `${withMembers(dayPath, { ...members, at })}#h${hour}`,
  ),
});

/** Words each part of the mix: its share, and its songs that cannot play. */
const sharesOf = ({ summary, withoutAudio }: GroupDay, figures: Figures) =>
  summary.shares.map(({ categoryId, name, ...share }) => ({
    name,
    words: sharesWords(share, summary, figures),
    note: withoutAudioWords(
      withoutAudio.find((line) => line.categoryId === categoryId)?.songs ?? 0,
      figures,
    ),
  }));

const toLine = (
  pageContext: PageContext,
  line: PlaylistLine,
  to: (at: number) => string,
  selectedIndex: number | undefined,
) => ({
  key: String(line.index),
  time: showClock(line.startSeconds, true),
  kind: spotKinds[line.kind],
  title: line.title,
  artist: line.kind === "MUSIC" ? line.artist : null,
  ...lineSound(pageContext, line),
  why: shortReason(line),
  length: showLength(line.durationSeconds),
  to: line.kind === "MUSIC" ? to(line.index) : null,
  current: line.index === selectedIndex,
  /** Why the chosen song was scheduled here, point by point. */
  facts: line.index === selectedIndex && line.kind === "MUSIC" ? reasonFacts(line) : null,
});

function groupLead(
  { state, version, publishedBy, publishedHow, summary, hours, stores }: GroupDay,
  { counted }: Figures,
): string {
  const staggered = stores.filter(({ isStaggered }) => isStaggered).length;
  const published =
    publishedHow && publishedHow !== "PERSON"
      ? publishedHowLabels[publishedHow]
      : `Published by ${publishedBy}`;
  const versionName =
    state === "published"
      ? published
      : state === "draft"
        ? `Draft ${version}`
        : `Version ${version}, since replaced`;
  if (isSilent({ hours, summary })) return previewTexts.nothingPlays(versionName);
  return hours.length === 0
    ? previewTexts.noStoreOpen(versionName)
    : [
        `${versionName}. ${openWords(hours)}, ${counted(summary.songs, "song")}.`,
        ...(staggered > 0 ? [previewTexts.staggered(counted(staggered, "store"))] : []),
      ].join(" ");
}

/** Empty if the store plays another version than the one shown. */
function differencesOf(group: GroupDay, store: StoreDay, figures: Figures) {
  const linesOf = ({ hours }: { hours: DayHours }) => hours.flatMap(({ lines }) => lines);
  return store.playlistId === group.id
    ? differenceFacts(storeDifferences(linesOf(group), linesOf(store)), figures)
    : [];
}

const storeLead = (store: StoreDay, group: GroupDay, hours: DayHours) =>
  previewTexts[store.logId === null ? "storeWillPlay" : "storePlays"](
    hours.length > 0 ? openWords(hours) : isSilent(group) ? "Nothing plays" : "Closed",
  );

const withoutAudioWords = (songs: number, { counted }: Figures) =>
  songs > 0 ? `${counted(songs, "song")} left out: no audio` : null;

/** Says what share of songs and of time a part of the mix got, and what the rule asks for. */
function sharesWords(
  share: Omit<GroupDay["summary"]["shares"][number], "categoryId" | "name">,
  { songs, musicSeconds }: GroupDay["summary"],
  { counted, figure }: Figures,
): string {
  const { played, called, asked, seconds } = share;
  const percent = (part: number, of: number) => `${wholePercent(part, of)}%`;
  const byRule = played < called ? ` (${figure(called)} by the rule)` : "";
  const ofSongs = `${percent(played, songs)}, ${counted(played, "song")}${byRule}`;
  if (!asked || seconds === undefined) return ofSongs;
  const ofTime = previewTexts.ofTime(percent(seconds, musicSeconds));
  return `${ofSongs}, ${ofTime}; ${previewTexts.asked(Math.round(asked.percent), asked.by)}`;
}
