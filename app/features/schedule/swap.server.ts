import { redirect } from "@remix-run/node";
import { z } from "zod";
import { showClock, showLength, showPlaylistDate } from "#contract/base/dates";
import { idOf } from "#contract/base/identifiers";
import { type SwapCandidates, swapCandidates } from "#contract/schedule/day-changes";
import { ruleLabels } from "#contract/schedule/separation-words";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { artOf } from "~/lib/songs/cover.server";
import { withMembers } from "~/ui/frame/address";
import { groupRef } from "./coming-days.server";
import { previewAudioPath, schedulePath, swapPath } from "./paths";
import { spanWords } from "./reason-words";
import { scheduleTexts } from "./texts";

const Address = z.object({
  id: idOf("playlist").optional(),
  index: z.number().int().min(0).optional(),
  search: z.string().trim().max(100).optional(),
});

/** Loads the songs that may replace a line, each with the rules that it would break. */
export async function loadSwap(request: Request, pageContext: PageContext) {
  const { data, search, dayTo } = await findCandidates(request, pageContext);
  const { id, groupName, day, position, candidates, total } = data;
  const ref = pageContext.ids.encrypt("playlist", id);
  return {
    ref,
    index: position.index,
    title: position.title,
    event: position.eventName,
    search,
    dayTo,
    clearTo: withMembers(swapPath, { id: ref, index: position.index }),
    time: showClock(position.startSeconds),
    day: `${groupName}, ${showPlaylistDate(day)}`,
    length: showLength(position.durationSeconds),
    art: artOf(pageContext, position.cover),
    more: total > candidates.length ? pageContext.figures.figure(total) : null,
    rows: candidates.map((candidate) => ({
      ref: pageContext.ids.encrypt("song", candidate.songId),
      title: candidate.title,
      artist: candidate.artist,
      art: artOf(pageContext, candidate.cover),
      audio: previewAudioPath(pageContext.ids.encrypt("song", candidate.songId)),
      length: showLength(candidate.durationSeconds),
      chart: candidate.chartName,
      breaks: breaksOf(candidate),
      isSameChart: candidate.isSameChart,
      lastPlayed: scheduleTexts.lastPlayed(
        candidate.lastPlayedSeconds === null ? null : spanWords(candidate.lastPlayedSeconds),
      ),
    })),
  };
}

export type Swap = Awaited<ReturnType<typeof loadSwap>>;

/** Leads back after a swap, to the hour of the day. */
export async function dayOfSwap(request: Request, pageContext: PageContext): Promise<string> {
  return (await findCandidates(new Request(request.url), pageContext)).dayTo.replace(/#.*$/, "");
}

async function findCandidates(request: Request, pageContext: PageContext) {
  const { id, index, search } = readQuery(request, Address, { ids: pageContext.ids });
  if (id === undefined || index === undefined) throw redirect(schedulePath);
  const { data } = await load(() =>
    pageContext.api.call(swapCandidates, { query: { id, index, search } }),
  );
  const { groupId, day, position } = data;
  const hour = Math.floor(position.startSeconds / 3600);
  const members = { groupId: groupRef(pageContext, groupId), day, hour };
  return { data, search, dayTo: `${withMembers(schedulePath, members)}#h${hour}` };
}

/** Describes the rules that a song would break in this place. */
function breaksOf({
  broken,
  rest,
  artistRest,
  pauseSeconds,
}: SwapCandidates["candidates"][number]): string[] {
  const gaps: Partial<Record<string, typeof rest>> = {
    MINIMUM_REST: rest,
    ARTIST_SEPARATION: artistRest,
  };
  const words = broken.map((rule) => {
    const gap = gaps[rule];
    const measured = gap && gap.seconds !== null && gap.askedSeconds !== null;
    const label = ruleLabels[rule].charAt(0).toUpperCase() + ruleLabels[rule].slice(1);
    return measured
      ? `${label}: ${spanWords(gap.seconds ?? 0)}, minimum ${spanWords(gap.askedSeconds ?? 0)}`
      : label;
  });
  return pauseSeconds > 0 ? [...words, `Leaves ${spanWords(pauseSeconds)} without music`] : words;
}
