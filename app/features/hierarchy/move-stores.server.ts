import { data } from "@remix-run/node";
import { z } from "zod";
import { search } from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import {
  groupsForMe,
  moveStores,
  regionsForMe,
  StoreMove,
  storesByUnits,
  unassignedStores,
  zonesForMe,
} from "#contract/hierarchy/endpoints";
import { readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { foundOptions, wordsToFind } from "~/lib/unit-choices.server";
import { withMembers } from "~/ui/frame/address";
import { treeTo, unassignedTo } from "./paths";
import { ofWholeCompany, readOpen } from "./tree.server";

const Address = z.object({
  fromGroup: idOf("group").optional(),
  find: search.optional(),
  search: search.optional(),
});

/** The groups that stores may go to, by their way: "North › Delhi › Malls"; of very many the one chosen and those looked for. */
export async function groupChoices({ api, ids }: Guarded, { group, sought }: Pick<AskedMove, "group" | "sought">) {
  const [regions, zones, groups] = await load(() =>
    Promise.all([api.call(regionsForMe, {}), api.call(zonesForMe, {}), api.call(groupsForMe, {})]),
  );
  const regionNames = new Map(regions.data.map(({ id, regionName }) => [id, regionName]));
  const zoneNames = new Map(zones.data.map(({ id, zoneName }) => [id, zoneName]));
  const byTheirWay = groups.data
    .map(({ id, groupName, regionId, zoneId }) => ({
      value: ids.encrypt("group", id),
      label: [regionNames.get(regionId), zoneNames.get(zoneId), groupName].filter(Boolean).join(" › "),
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return foundOptions(byTheirWay, [group], sought.words);
}

/**
 * Which stores are about to go where: the stores ticked, or all that match the list they were ticked in (a group's, or those without one,
 * by the address). Nothing is moved here.
 */
export async function askMove(request: Request, guarded: Guarded, posted: FormData) {
  const { ids } = guarded;
  const { fromGroup, find, search: words } = readQuery(request, Address, { ids });
  const to = posted.get("to") === "none" && fromGroup !== undefined && ofWholeCompany(guarded) ? ("none" as const) : ("group" as const);
  const backTo =
    fromGroup === undefined ? withMembers(unassignedTo(), { search: words, group: groupOf(posted) }) : treeTo(readOpen(request, guarded));
  const refs = [...new Set(posted.getAll("id").map(String))];
  const all = posted.get("all") === "on";
  const matching = { ...(fromGroup !== undefined && { fromGroupId: fromGroup }), search: fromGroup === undefined ? words : find };
  const count = all ? await countOf(guarded, matching) : refs.length;
  const which = all ? { matching } : { ids: refs.map((ref) => ids.decrypt("store", ref)) };
  const group = groupOf(posted);
  return {
    to,
    backTo,
    refs: all ? [] : refs,
    all,
    count,
    which,
    group,
    sought: wordsToFind(posted, "groups"),
    groupId: group ? ids.decrypt("group", group) : undefined,
  };
}

async function countOf({ api }: Guarded, { fromGroupId, search }: { fromGroupId?: number; search?: string | undefined }): Promise<number> {
  const { page } = await load(() =>
    fromGroupId === undefined
      ? api.call(unassignedStores, { query: { search, limit: 1 } })
      : api.call(storesByUnits, { query: { groupIds: String(fromGroupId), search, limit: 1 } }),
  );
  return page.total ?? 0;
}

const groupOf = (posted: FormData) => String(posted.get("group") ?? "") || undefined;
export type AskedMove = Awaited<ReturnType<typeof askMove>>;

/** Moves what was asked about; throws the error page for what is refused but the group's own field. */
export const sendMove = ({ api }: Guarded, { to, which, groupId }: AskedMove) => {
  const body = StoreMove.safeParse({ ...which, ...(to === "group" && { groupId }) });
  if (!body.success) throw data({ message: "At most 1,000 stores are chosen one by one: choose all that match." }, { status: 422 });
  return api.call(moveStores, { body: body.data });
};
