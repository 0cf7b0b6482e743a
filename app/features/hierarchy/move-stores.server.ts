import { z } from "zod";
import { search } from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import {
  moveStores,
  StoreMove,
  storesByUnits,
  unassignedStores,
} from "#contract/hierarchy/endpoints";
import { readFilters } from "~/lib/forms/forms.server";
import { namesInWords } from "~/lib/lists/names-in-words";
import {
  foundOptions,
  groupOptions,
  loadLocations,
  wordsToFind,
} from "~/lib/locations/unit-choices.server";
import { load, type PageContext, seesWholeCompany } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { treeTo, unassignedTo } from "./paths";
import { moveStoresTexts } from "./texts";
import { readOpen } from "./tree.server";

const Address = z.object({
  fromGroup: idOf("group").optional(),
  find: search.optional(),
  search: search.optional(),
});

/** Lists the groups to move stores to; of very many only the chosen one and search results. */
export async function groupChoices(
  pageContext: PageContext,
  { group, sought }: Pick<MoveRequest, "group" | "sought">,
) {
  return foundOptions(
    groupOptions(await load(() => loadLocations(pageContext)), pageContext.ids),
    [group],
    sought.words,
  );
}

/**
 * Reads which stores are to move where: the ticked ones, or all that match the list they were
 * ticked in (a group's, or those without a group, by the address). Moves nothing yet.
 */
export async function askMove(request: Request, pageContext: PageContext, posted: FormData) {
  const { ids } = pageContext;
  const { fromGroup, find, search: words } = readFilters(request, Address, { ids });
  const to =
    posted.get("to") === "none" && fromGroup !== undefined && seesWholeCompany(pageContext)
      ? ("none" as const)
      : ("group" as const);
  const backTo =
    fromGroup === undefined
      ? withMembers(unassignedTo(), { search: words, group: groupOf(posted) })
      : treeTo(readOpen(request, pageContext));
  const refs = [...new Set(posted.getAll("id").map(String))];
  const all = posted.get("all") === "on";
  const matching = {
    ...(fromGroup !== undefined && { fromGroupId: fromGroup }),
    search: fromGroup === undefined ? words : find,
  };
  const storeIds = refs.map((ref) => ids.decrypt("store", ref));
  const { count, names } = await firstOf(pageContext, all ? matching : { storeIds });
  const which = all ? { matching } : { ids: storeIds };
  const group = groupOf(posted);
  return {
    to,
    backTo,
    refs: all ? [] : refs,
    all,
    count,
    names,
    which,
    group,
    sought: wordsToFind(posted, "groups"),
    groupId: group ? ids.decrypt("group", group) : undefined,
  };
}

type StoreSelection =
  | { fromGroupId?: number; search?: string | undefined }
  | { storeIds: number[] };

/** Counts the selected stores and names the first of them. */
async function firstOf(
  { api, figures }: PageContext,
  selection: StoreSelection,
): Promise<{ count: number; names: string }> {
  if ("storeIds" in selection && selection.storeIds.length === 0) return { count: 0, names: "" };
  const { data, page } = await load(() => {
    if ("storeIds" in selection)
      return api.call(storesByUnits, {
        query: { storeIds: selection.storeIds.slice(0, 100).join(","), limit: 3 },
      });
    const { fromGroupId, search } = selection;
    return fromGroupId === undefined
      ? api.call(unassignedStores, { query: { search, limit: 3 } })
      : api.call(storesByUnits, { query: { groupIds: String(fromGroupId), search, limit: 3 } });
  });
  const count = "storeIds" in selection ? selection.storeIds.length : (page.total ?? 0);
  const names = data.map(({ storeName }) => storeName);
  return { count, names: names.length > 0 ? namesInWords(figures, names, count) : "" };
}

const groupOf = (posted: FormData) => String(posted.get("group") ?? "") || undefined;
export type MoveRequest = Awaited<ReturnType<typeof askMove>>;

/**
 * Moves the stores. Throws the error page for any refusal other than of the group's own field.
 */
export const sendMove = ({ api }: PageContext, { to, which, groupId }: MoveRequest) => {
  const body = StoreMove.safeParse({ ...which, ...(to === "group" && { groupId }) });
  if (!body.success) throw Response.json({ message: moveStoresTexts.tooMany }, { status: 422 });
  return api.call(moveStores, { body: body.data });
};
