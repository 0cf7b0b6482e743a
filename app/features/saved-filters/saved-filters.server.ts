import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import type { IdKind } from "#contract/base/identifiers";
import {
  mostSavedFilters,
  type SavedFilter,
  savedFilters,
  saveFilter,
} from "#contract/saved-filters/endpoints";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { localPath } from "~/lib/pages/local-path";
import { load, type PageContext } from "~/lib/session/guard.server";
import { savedFilterConfirmations } from "./confirmations.server";
import { savedFiltersPath } from "./paths";
import { savedFiltersTexts } from "./texts";

/**
 * Members that hold an ID, in any list: encrypted in addresses, plain numbers in the
 * platform.
 */
const kinds: Record<string, IdKind> = {
  regionId: "region",
  zoneId: "zone",
  groupId: "group",
  storeId: "store",
  userId: "user",
};
/**
 * Members named "…Ids" are lists of catalogue items. An address repeats them; the platform
 * stores them separated by commas.
 */
const kindOf = (member: string): IdKind | undefined =>
  member.endsWith("Ids") ? "item" : Object.hasOwn(kinds, member) ? kinds[member] : undefined;
/** True for members that choose a page of the list rather than filter it. */
const isPaging = ([name]: [string, string]) => /^(cursor|row|limit|index|_routes)$/.test(name);

/**
 * Loads a list's saved filters: the user's own as addresses of the list, and the
 * filters that the current address would save. `list` is the platform's name of it.
 */
export async function loadSavedFilters(request: Request, pageContext: PageContext, list: string) {
  const { api, ids } = pageContext;
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, "");
  const now = sorted(
    new URLSearchParams(
      [...url.searchParams].filter((member) => member[1] !== "" && !isPaging(member)),
    ),
  );
  const { data } = await load(() => api.call(savedFilters, { query: { list } }));
  const saved = data.map(({ id, name, filters }) => {
    const ref = ids.encrypt("filter", id);
    const address = membersOf(filters, pageContext);
    const search = sorted(address);
    const to = `${path}?${address}`;
    return {
      ref,
      name,
      to,
      isCurrent: search === now,
      removeTo: savedFilterConfirmations.linkTo(
        "remove",
        { id, ref, list, name },
        pageContext,
        path,
      ).to,
    };
  });
  const isFiltered = [...new URLSearchParams(now).keys()].some((name) => name !== "sort");
  const mayBeSaved =
    isFiltered && !saved.some(({ isCurrent }) => isCurrent) && saved.length < mostSavedFilters;
  return { list, path, now: mayBeSaved ? now : null, saved, action: savedFiltersPath, constraints };
}
const constraints = constraintsOf(saveFilter.body.pick({ name: true }));

/** Loads the user's saved filters of all lists, each with the members of its list's address. */
export async function loadAllSavedFilters(pageContext: PageContext) {
  const { data } = await load(() => pageContext.api.call(savedFilters, {}));
  return data.map(({ list, name, filters }) => ({
    list,
    name,
    members: membersOf(filters, pageContext),
  }));
}

function membersOf(filters: SavedFilter["filters"], { ids }: Pick<PageContext, "ids">) {
  const members = Object.entries(filters).flatMap(([member, value]): [string, string][] => {
    const kind = kindOf(member);
    if (!kind) return [[member, String(value)]];
    return String(value)
      .split(",")
      .filter((id) => /^[1-9]\d{0,14}$/.test(id))
      .map((id) => [member, ids.encrypt(kind, Number(id))]);
  });
  return new URLSearchParams(members);
}

function sorted(members: URLSearchParams): string {
  members.sort();
  return members.toString();
}

const SaveForm = z.strictObject({
  ...saveFilter.body.pick({ list: true, name: true }).shape,
  /**
   * The members of the list's address, with encrypted IDs; no server accepts more in an
   * address.
   */
  filters: z.string().max(14_000, savedFiltersTexts.tooMany),
  back: z.string().max(300),
});

/** Saves the filters sent by a list's page, and leads back to the list with the same filters. */
export async function saveCurrent(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const form = await readForm(args.request, SaveForm);
  const { value } = form;
  if (!value) return form.refused();
  const { list, name, filters, back } = value;
  const storedFilters: Record<string, string | number> = {};
  for (const [member, text] of new URLSearchParams(filters)) {
    const kind = kindOf(member);
    const value = kind ? ids.decrypt(kind, text) : text;
    storedFilters[member] =
      member.endsWith("Ids") && storedFilters[member] !== undefined
        ? `${storedFilters[member]},${value}`
        : value;
  }
  const { reply, refused } = await form.submit(() =>
    api.call(saveFilter, { body: { list, name, filters: storedFilters } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(`${localPath(back)}?${new URLSearchParams(filters)}`);
}
