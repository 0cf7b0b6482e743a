import { showPlaylistDate } from "#contract/base/dates";
import { changePlaylist, findPlaylist, type GroupDay } from "#contract/schedule/endpoints";
import { confirmations } from "~/lib/confirmation.server";
import { type Guarded, load, requireArea } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { dayPath, playlistPath } from "./paths";

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
      ask: ({ group, day, stores }) => ({
        title: `Publish ${group}, ${day}?`,
        message: `${stores === 1 ? "Its store gets" : `Its ${stores} stores get`} exactly this order, each cut to its own hours. A version published before is replaced.`,
        confirmLabel: "Publish",
        danger: false,
      }),
      from: ({ dayTo }) => dayTo,
      call: ({ api }, { id }) => api.call(changePlaylist, { body: { id, change: "publish" } }),
    },
  },
});
export const { action, loader } = playlistConfirmations;

type Day = Pick<GroupDay, "id" | "groupId" | "groupName" | "zoneName" | "day" | "stores">;

export const askedOf = ({ id, groupId, groupName, zoneName, day, stores }: Day, { ids }: Pick<Guarded, "ids">) => ({
  id,
  ref: ids.encrypt("playlist", id),
  group: `${groupName}, ${zoneName}`,
  day: showPlaylistDate(day),
  stores: stores.length,
  dayTo: withMembers(dayPath, { groupId: ids.encrypt("group", groupId), day }),
});
