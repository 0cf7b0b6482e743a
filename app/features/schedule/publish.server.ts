import { redirect } from "@remix-run/node";
import { showPlaylistDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { changePlaylist, checkPlaylist, type DayCheck } from "#contract/schedule/day-changes";
import type { GroupDay } from "#contract/schedule/endpoints";
import { breakLabels } from "#contract/schedule/words";
import { confirmations } from "~/lib/confirmation.server";
import { load, requireArea } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { groupRef } from "./coming-days.server";
import { dayPath, playlistPath, publishPath } from "./paths";
import { spanWords } from "./reason-words";
import { previewTexts } from "./texts";

/** In the form of the question: a press that lacks it publishes only a day with which nothing is wrong. */
const asked = { asked: "on" };

/** Publishes a draft of a group's day: at once where it is good, else after its figures were shown. */
export const playlistConfirmations = confirmations({
  guard: (args) => requireArea(args, "MUSIC_SCHEDULE"),

  async find(guarded, { params, request }) {
    const id = guarded.ids.decrypt("playlist", params.id);
    const { data } = await load(() => guarded.api.call(checkPlaylist, { query: { id } }));
    const { groupId, day, stores, state } = data;
    const ref = guarded.ids.encrypt("playlist", id);
    return {
      ...{ id, state, stores, group: groupWords(data), day: showPlaylistDate(day), wrong: wrongWords(data, guarded.figures) },
      ref,
      dayTo: withMembers(dayPath, { groupId: groupRef(guarded, groupId), day }),
      questionTo: withMembers(publishPath(ref), { back: new URL(request.url).searchParams.get("back") }),
    };
  },

  path: ({ ref }) => playlistPath(ref),

  acts: {
    publish: {
      label: "Publish",
      ask: ({ group, day, stores, wrong }, { figures }) => ({
        title: `Publish ${group}, ${day}?`,
        message: [
          previewTexts.publish(figures.figure(stores), stores === 1),
          ...(wrong.length > 0 ? [previewTexts.publishAnyway] : []),
        ].join(" "),
        lines: wrong,
        confirmLabel: wrong.length > 0 ? "Publish anyway" : "Publish",
        danger: false,
        hidden: asked,
      }),
      isDone: ({ state }) => state === "published",
      obstacle: ({ state, dayTo }) =>
        state === "superseded"
          ? {
              crumbs: [],
              title: "This version was replaced",
              parts: [{ text: previewTexts.replaced }],
              ways: [{ label: "Open the day", to: dayTo, primary: true }],
            }
          : undefined,
      from: ({ dayTo }) => dayTo,
      call: async ({ api }, { id, wrong, questionTo }, posted) =>
        wrong.length > 0 && !posted.has("asked") ? redirect(questionTo) : api.call(changePlaylist, { body: { id, change: "publish" } }),
    },
  },
});
export const { action, loader } = playlistConfirmations;

/** What is wrong with a day, in figures, line by line. */
export function wrongWords(check: DayCheck, { counted, figure }: Figures): string[] {
  const { pauses, silentSeconds, longestPauseSeconds, breaks, leftOut, withoutMusic, mostSilent } = check;
  const lines: string[] = [];
  if (check.songs === 0) lines.push("No song plays");
  if (pauses > 0)
    lines.push(`${counted(pauses, "pause")}: ${spanWords(silentSeconds)} without music, the longest ${spanWords(longestPauseSeconds)}`);
  if (withoutMusic.length > 0) {
    const names = withoutMusic.slice(0, namedStores).map(({ storeName }) => storeName);
    const more = withoutMusic.length - names.length;
    lines.push(`${counted(withoutMusic.length, "store")} without music: ${names.join(", ")}${more > 0 ? ` and ${figure(more)} more` : ""}`);
  }
  if (mostSilent) lines.push(`${mostSilent.storeName}: ${spanWords(mostSilent.silentSeconds)} without music`);
  for (const { cause, songs } of breaks) lines.push(`${breakLabels[cause]}: ${counted(songs, "song")}`);
  if (leftOut.spots > 0) lines.push(`${counted(leftOut.spots, "ad or promo", "ads and promos")} without a place`);
  if (leftOut.locks > 0) lines.push(`${counted(leftOut.locks, "locked song")} without a place`);
  return lines;
}

const namedStores = 5;

/** How many songs break a rule and how many pauses there are: "2 rule breaks, 1 pause"; empty where there are none. */
export function breakWords({ summary: { violations, gaps } }: Pick<GroupDay, "summary">, { counted }: Figures): string {
  const counts = { "rule break": violations.length, pause: gaps.length };
  return Object.entries(counts)
    .flatMap(([what, count]) => (count > 0 ? [counted(count, what)] : []))
    .join(", ");
}

/** A group by its name and zone. */
export const groupWords = ({ groupName, zoneName }: Pick<GroupDay, "groupName" | "zoneName">): string =>
  zoneName === null ? groupName : `${groupName}, ${zoneName}`;
