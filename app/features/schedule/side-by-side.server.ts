import { z } from "zod";
import { addDays, showClock, showPlaylistDate } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import { previewDays, previewGroupDay } from "#contract/schedule/endpoints";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { wholePercent } from "~/lib/words/percent";
import { withMembers } from "~/ui/frame/address";
import { findGroupDay, groupChoices, groupRef, groupWords, noGroup } from "./coming-days.server";
import { dayPath } from "./paths";
import { ofGroup } from "./preview-day.server";
import { type SharedLine, sharePercent, sideBySide } from "./shared-songs";
import { sideBySideTexts } from "./texts";

const Address = z.object({
  groupId: idOf("group").optional(),
  day: field.isoDate.optional(),
  /** By default the next group in the list, on the same day. */
  otherGroupId: idOf("group").optional(),
  otherDay: field.isoDate.optional(),
});

/** Loads two groups' days, or two days of one group, beside each other. Null without a group. */
export async function loadSideBySide(request: Request, pageContext: PageContext) {
  const { api, ids, figures } = pageContext;
  const address = readQuery(request, Address, { ids });
  const target = await findGroupDay(pageContext, address);
  if (!target) return null;
  const { coming, groupId, day } = target;
  const neighbour = coming.groups.find(
    ({ groupId: id, stores }) => stores > 0 && (id ?? noGroup) !== groupId,
  );
  const otherGroupId =
    address.otherGroupId ?? (neighbour ? (neighbour.groupId ?? noGroup) : groupId);
  // with one group alone, tomorrow stands beside the day after
  const otherDay =
    address.otherDay ?? (otherGroupId === groupId && !address.otherGroupId ? addDays(day, 1) : day);
  const dayOf = async (of: number, on: string) =>
    (await load(() => api.call(previewGroupDay, { query: ofGroup(of, on) }))).data;
  // one after the other: both may make drafts of the same group
  const one = await dayOf(groupId, day);
  const other =
    otherGroupId === groupId && otherDay === day ? one : await dayOf(otherGroupId, otherDay);
  const { hours, plays, sameHour, songs, bothSongs } = sideBySide(one.hours, other.hours);
  const { figure, counted } = figures;
  const toDay = (group: typeof one) => ({
    name: groupWords(group),
    day: showPlaylistDate(group.day),
    to: withMembers(dayPath, { groupId: groupRef(pageContext, group.groupId), day: group.day }),
  });
  const groups = [one, other].flatMap((group) => groupChoices(coming.groups, group, { ids }));
  return {
    days: [toDay(one), toDay(other)] as const,
    chooser: {
      groups: [...new Map(groups.map((group) => [group.value, group])).values()],
      last: addDays(coming.today, previewDays),
      values: [
        { groupId: groupRef(pageContext, one.groupId), day: one.day },
        { groupId: groupRef(pageContext, other.groupId), day: other.day },
      ] as const,
    },
    tiles: [
      {
        label: sideBySideTexts.sameHour,
        value: `${sharePercent(sameHour, plays)}%`,
        note: counted(sameHour, "song"),
      },
      {
        label: sideBySideTexts.bothSongs,
        value: `${wholePercent(bothSongs, songs)}%`,
        note: sideBySideTexts.ofSongs(figure(bothSongs), counted(songs, "different song")),
      },
    ],
    hours: hours.map((hour) => ({
      clock: showClock(hour.hour * 3600),
      words:
        hour.one.length > 0 && hour.other.length > 0
          ? sideBySideTexts.inHour(
              figure(hour.same),
              sharePercent(hour.same, hour.one.length + hour.other.length),
            )
          : "",
      columns: [hour.one.map(shownLine), hour.other.map(shownLine)] as const,
    })),
  };
}
export type SideBySide = NonNullable<Awaited<ReturnType<typeof loadSideBySide>>>;

const shownLine = ({ line, shared }: SharedLine) => ({
  key: line.index,
  time: showClock(line.startSeconds),
  title: line.title,
  artist: line.artist,
  shared,
});
