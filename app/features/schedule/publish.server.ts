import { showPlaylistDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { changePlaylist, findPlaylist, type GroupDay } from "#contract/schedule/endpoints";
import { confirmations } from "~/lib/confirmation.server";
import { type Guarded, load, requireArea } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { groupRef } from "./coming-days.server";
import { dayPath, playlistPath } from "./paths";
import { previewTexts } from "./texts";

/** Publishes a draft of a group's day. */
export const playlistConfirmations = confirmations({
  guard: (args) => requireArea(args, "MUSIC_SCHEDULE"),

  async find(guarded, { params }) {
    const id = guarded.ids.decrypt("playlist", params.id);
    const { data } = await load(() => guarded.api.call(findPlaylist, { params: { id } }));
    return askedOf(data, guarded);
  },

  path: ({ ref }) => playlistPath(ref),

  acts: {
    publish: {
      label: "Publish",
      ask: ({ group, day, stores, breaks }, { figures }) => ({
        title: `Publish ${group}, ${day}?`,
        message: [
          ...(breaks ? [previewTexts.publishWithBreaks(breaks)] : []),
          previewTexts.publish(figures.figure(stores), stores === 1),
        ].join(" "),
        confirmLabel: "Publish",
        danger: false,
      }),
      from: ({ dayTo }) => dayTo,
      call: ({ api }, { id }) => api.call(changePlaylist, { body: { id, change: "publish" } }),
    },
  },
});
export const { action, loader } = playlistConfirmations;

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

type Day = Pick<GroupDay, "summary" | "id" | "groupId" | "groupName" | "zoneName" | "day" | "stores">;

export const askedOf = (
  { id, groupId, groupName, zoneName, day, stores, summary }: Day,
  { ids, figures }: Pick<Guarded, "ids" | "figures">,
) => ({
  id,
  ref: ids.encrypt("playlist", id),
  group: groupWords({ groupName, zoneName }),
  day: showPlaylistDate(day),
  stores: stores.length,
  breaks: breakWords({ summary }, figures),
  dayTo: withMembers(dayPath, { groupId: groupRef({ ids }, groupId), day }),
});
