import { data } from "@remix-run/node";
import { z } from "zod";
import { search } from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import { moveStores, StoreMove, storesByUnits, unassignedStores } from "#contract/hierarchy/endpoints";
import { readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { foundOptions, groupOptions, loadLocations, wordsToFind } from "~/lib/unit-choices.server";
import { withMembers } from "~/ui/frame/address";
import { treeTo, unassignedTo } from "./paths";
import { moveStoresTexts } from "./texts";
import { ofWholeCompany, readOpen } from "./tree.server";

const Address = z.object({
  fromGroup: idOf("group").optional(),
  find: search.optional(),
  search: search.optional(),
});

/** The groups that stores may go to; of very many the one chosen and those looked for. */
export async function groupChoices(guarded: Guarded, { group, sought }: Pick<AskedMove, "group" | "sought">) {
  return foundOptions(groupOptions(await load(() => loadLocations(guarded)), guarded.ids), [group], sought.words);
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
  if (!body.success) throw data({ message: moveStoresTexts.tooMany }, { status: 422 });
  return api.call(moveStores, { body: body.data });
};
