import { addDays, showPlaylistDate, weekdayOf } from "#contract/base/dates";
import { search } from "#contract/base/fields";
import { paging } from "#contract/base/pages";
import {
  type GroupDay,
  type GroupDays,
  previewByCompany,
  previewDays,
} from "#contract/schedule/endpoints";
import { dayStateLabels } from "#contract/schedule/words";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { dayStateTones } from "~/ui/day";
import { withMembers } from "~/ui/frame/address";
import { dayPath, previewPath } from "./paths";
import { previewFinding, urgencies, urgencyOf } from "./preview-finding";
import { previewTexts } from "./texts";

/** Stands for the stores without a group in addresses and forms; no group has this number. */
export const noGroup = Number.MAX_SAFE_INTEGER;
export const groupRef = ({ ids }: Pick<PageContext, "ids">, groupId: number | null): string =>
  ids.encrypt("group", groupId ?? noGroup);

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** Uses the largest page by default, so that as many groups as possible are sorted by urgency. */
const Address = listAddress({ cursor: paging.cursor, search: search.optional() }).extend({
  limit: paging.limit.default(100),
});

type GroupQuery = {
  limit?: number | undefined;
  cursor?: string | undefined;
  search?: string | undefined;
  groupIds?: number[];
};

/**
 * Loads a page of the groups in scope, by default a hundred by name, with their coming week. Today
 * and tomorrow are in the company's time zone.
 */
export async function loadGroups(
  { api }: PageContext,
  { limit = 100, ...filters }: GroupQuery = {},
) {
  const { data, page } = await load(() =>
    api.call(previewByCompany, { query: { limit, ...filters } }),
  );
  const today = data[0]?.days[0]?.day ?? new Date().toISOString().slice(0, 10);
  return { groups: data, page, today, tomorrow: addDays(today, 1) };
}

type DayAddress = { groupId?: number | undefined; day?: string | undefined };

/**
 * Finds the group's day in an address: by default the first group with stores, and
 * tomorrow. Null if the caller has no group.
 */
export async function findGroupDay(pageContext: PageContext, { groupId, day }: DayAddress) {
  const coming = await loadGroups(pageContext);
  const first = coming.groups.find(({ stores }) => stores > 0) ?? coming.groups[0];
  return first
    ? { coming, groupId: groupId ?? first.groupId ?? noGroup, day: day ?? coming.tomorrow }
    : null;
}

/**
 * Builds the form that chooses a group's day on the page at `path`, with links to the days around
 * it.
 */
export function dayChooser(
  path: string,
  {
    coming,
    group,
    members = {},
  }: { coming: GroupList; group: ShownGroup & { day: string }; members?: Record<string, number> },
  { ids }: Pick<PageContext, "ids">,
) {
  const groupId = groupRef({ ids }, group.groupId);
  const last = addDays(coming.today, previewDays);
  const toDay = (day: string) => withMembers(path, { groupId, day, ...members });
  return {
    path,
    members,
    groupId,
    groups: groupChoices(coming.groups, group, { ids }),
    day: group.day,
    last,
    previous: toDay(addDays(group.day, -1)),
    next: group.day < last ? toDay(addDays(group.day, 1)) : null,
  };
}
export type DayChooser = ReturnType<typeof dayChooser>;

type GroupList = Pick<Awaited<ReturnType<typeof loadGroups>>, "groups" | "today">;
type ShownGroup = { groupId: number | null; groupName: string };

/**
 * Lists the groups to choose from, and the current group if it is not among them.
 */
export function groupChoices(
  groups: readonly GroupDays[],
  currentGroup: ShownGroup,
  { ids }: Pick<PageContext, "ids">,
) {
  const options = groups.map(({ groupId, groupName, zoneName, regionName }) => ({
    value: groupRef({ ids }, groupId),
    label: zoneName === null ? groupName : `${regionName} › ${zoneName} › ${groupName}`,
  }));
  const own = {
    value: groupRef({ ids }, currentGroup.groupId),
    label: groupWords({ zoneName: null, ...currentGroup }),
  };
  return options.some(({ value }) => value === own.value) ? options : [own, ...options];
}

/** Names a group with its zone. */
export const groupWords = ({
  groupName,
  zoneName,
}: Pick<GroupDay, "groupName" | "zoneName">): string =>
  zoneName === null ? groupName : `${groupName}, ${zoneName}`;

export async function loadComingDays(request: Request, pageContext: PageContext) {
  const { ids } = pageContext;
  const { row, cursor, search, limit } = readQuery(request, Address);
  const { groups, page, today } = await loadGroups(pageContext, { cursor, search, limit });
  const at = (groupId: number | null, day: string) =>
    withMembers(dayPath, { groupId: groupRef({ ids }, groupId), day });
  const ranked = groups
    .map((group) => ({ group, rank: urgencies.indexOf(urgencyOf(group)) }))
    .sort((one, other) => one.rank - other.rank);
  const areAll = !search && page.next === null && page.prev === null;
  return {
    finding: areAll ? previewFinding(groups, pageContext.figures) : undefined,
    urgentCount: ranked.filter(({ rank }) => urgencies[rank] !== "quiet").length,
    days: (groups[0]?.days ?? []).map(({ day }) => ({
      day,
      label: day === today ? "Today" : `${weekdays[weekdayOf(day)]} ${Number(day.slice(8))}`,
    })),
    filters: { search },
    back: withMembers(previewPath, {
      search,
      limit: page.limit,
      cursor,
      row: row === 1 ? undefined : row,
    }),
    row,
    page,
    rows: ranked.map(({ group }) => ({
      key: groupRef({ ids }, group.groupId),
      name: groupWords(group),
      above: group.regionName ?? previewTexts.ungrouped,
      stores: group.stores,
      days: group.days.map((day) => ({
        day: day.day,
        to: at(group.groupId, day.day),
        ...stateWords(day),
        spoken: `${groupWords(group)}, ${showPlaylistDate(day.day)}`,
      })),
    })),
  };
}
export type ComingDays = Awaited<ReturnType<typeof loadComingDays>>;

function stateWords({ state, inputsChanged, violations }: GroupDays["days"][number]) {
  const isOutOfDate = inputsChanged || state === "stale";
  const shownState = isOutOfDate ? "stale" : state;
  const breaks = state === "none" ? 0 : violations;
  const notes = [
    isOutOfDate && state !== "published" ? previewTexts.isDraft : "",
    breaks === 0 ? "" : breaks === 1 ? "1 rule break" : `${breaks} rule breaks`,
  ].filter(Boolean);
  return {
    tone: dayStateTones[shownState],
    words: dayStateLabels[shownState],
    breaks,
    note: notes.join(", ") || null,
  };
}
