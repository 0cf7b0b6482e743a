import { addDays, showPlaylistDate, weekdayOf } from "#contract/base/dates";
import { paging } from "#contract/base/pages";
import { type DayState, type GroupDays, previewByCompany } from "#contract/schedule/endpoints";
import { dayStateLabels } from "#contract/schedule/words";
import { readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { listAddress } from "~/lib/list-address.server";
import { withMembers } from "~/ui/frame/address";
import type { Tone } from "~/ui/frame/pill";
import { dayPath } from "./paths";
import { previewTexts } from "./texts";

/** No group's number: in addresses and forms it stands for the stores without a group. */
export const noGroup = Number.MAX_SAFE_INTEGER;
export const groupRef = ({ ids }: Pick<Guarded, "ids">, groupId: number | null): string => ids.encrypt("group", groupId ?? noGroup);

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

const Address = listAddress({ cursor: paging.cursor });

/** A page of the groups in scope (of a hundred by name) with their coming week; tomorrow is the company's. */
export async function loadGroups({ api, ids }: Guarded, { limit = 100, cursor }: { limit?: number; cursor?: string | undefined } = {}) {
  const { data, page } = await load(() => api.call(previewByCompany, { query: { limit, cursor } }));
  const today = data[0]?.days[0]?.day ?? new Date().toISOString().slice(0, 10);
  const options = data.map(({ groupId, groupName, zoneName, regionName }) => ({
    value: groupRef({ ids }, groupId),
    label: zoneName === null ? groupName : `${regionName} › ${zoneName} › ${groupName}`,
  }));
  return { groups: data, options, page, today, tomorrow: addDays(today, 1) };
}

export async function loadComingDays(request: Request, guarded: Guarded) {
  const { ids } = guarded;
  const { row, cursor, limit = paging.limit.parse(undefined) } = readQuery(request, Address);
  const { groups, options, page, today, tomorrow } = await loadGroups(guarded, { cursor, limit });
  const isWhole = page.next === null && page.prev === null;
  const at = (groupId: number | null, day: string) => withMembers(dayPath, { groupId: groupRef({ ids }, groupId), day });
  return {
    tomorrow,
    days: (groups[0]?.days ?? []).map(({ day }) => ({
      day,
      label: day === today ? "Today" : `${weekdays[weekdayOf(day)]} ${Number(day.slice(8))}`,
    })),
    /** To choose a day of, whatever page is shown. */
    options: isWhole ? options : (await loadGroups(guarded)).options,
    row,
    page,
    rows: groups.map((group) => ({
      key: groupRef({ ids }, group.groupId),
      name: group.groupName,
      path: group.zoneName === null ? previewTexts.ungrouped : `${group.regionName} › ${group.zoneName}`,
      stores: group.stores,
      days: group.days.map((day) => ({
        day: day.day,
        to: at(group.groupId, day.day),
        ...stateWords(day),
        spoken: `${group.groupName}, ${showPlaylistDate(day.day)}`,
      })),
    })),
  };
}
export type ComingDays = Awaited<ReturnType<typeof loadComingDays>>;

const tones: Record<DayState, Tone> = { none: "idle", draft: "info", stale: "warn", published: "ok" };

function stateWords({ state, inputsChanged, violations }: GroupDays["days"][number]) {
  const label = inputsChanged ? { tone: "warn" as const, words: "Out of date" } : { tone: tones[state], words: dayStateLabels[state] };
  return { ...label, note: state === "none" || violations === 0 ? null : violations === 1 ? "1 rule break" : `${violations} rule breaks` };
}
