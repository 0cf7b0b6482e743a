import type { SpotDetail, SpotQuery } from "#contract/ads/spots";
import { dateIn } from "#contract/base/dates";
import { findTimeZone, libraryScope } from "../../../access/scope.ts";
import { notFound } from "../../../base/refusal.ts";
import { toSeconds } from "../../../files/cues.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { type AuditPage, listAudit } from "../../audit/index.ts";
import { mayChange } from "./spot-access.ts";
import { findBrands, findListedNames, findWords } from "./spot-suggestions.queries.ts";
import { countCampaignsOf, findCampaignsOf } from "./spot-uses.queries.ts";
import { countSpots, findSpot, findSpotPage } from "./spots.queries.ts";

/** The company's date: spots begin and end by it. */
const todayOf = async ({ scope, db, now }: Pick<ScopedCall, "scope" | "db" | "now">) =>
  dateIn(await findTimeZone(scope, db), now);

export async function listSpots(
  call: ScopedCall,
  query: Omit<SpotQuery, "companyId">,
  { bookable = false } = {},
) {
  const { scope, db } = call;
  const filters = { ...query, today: await todayOf(call), bookable };
  const { rows, page } = await findSpotPage(scope, db, filters);
  return { data: rows, page: { ...page, total: await countSpots(scope, db, filters) } };
}

/** Throws 404 for a spot that does not exist or is another company's. */
export async function showSpot(call: ScopedCall, id: number): Promise<SpotDetail> {
  const row = await findSpot(call.scope, call.db, id, await todayOf(call));
  if (!row) throw notFound();
  const { peaks, createdAt, updatedAt, ...details } = row;
  const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return {
    ...details,
    ...toSeconds(row),
    ...dates,
    peaks: [...(peaks ?? [])],
    mayChange: mayChange(call),
  };
}

/** Lists the choices of forms and filters. */
export async function listChoices(call: ScopedCall) {
  const { scope, db, caller } = call;
  const library = await libraryScope(db, caller);
  const [brands, listedBrands, categories, ownLanguages, listedLanguages] = await Promise.all([
    findBrands(scope, db),
    findListedNames(library, db, "brand"),
    findWords(scope, db, "category"),
    findWords(scope, db, "language"),
    findListedNames(library, db, "language"),
  ]);
  return {
    brands,
    brandNames: eachOnce([...brands.map(({ name }) => name), ...listedBrands]),
    categories,
    languages: eachOnce([...ownLanguages, ...listedLanguages]),
    mayChange: mayChange(call),
  };
}

/** Whatever their case, the first of each. */
function eachOnce(names: string[]): string[] {
  const lower = names.map((name) => name.toLowerCase());
  return names.filter((_, place) => lower.indexOf(lower[place] ?? "") === place);
}

/** Throws 404 as `showSpot` does. */
export async function listUses({ scope, db, now }: ScopedCall, id: number) {
  await refuseUnknown({ scope, db, now }, id);
  return {
    campaigns: await findCampaignsOf(scope, db, id),
    total: await countCampaignsOf(scope, db, id),
  };
}

/**
 * Lists a page of a spot's history. Throws 404 as `showSpot` does, 422 for a cursor that is not
 * ours.
 */
export async function listSpotHistory(
  call: ScopedCall,
  { id, ...page }: Pick<AuditPage, "limit" | "cursor"> & { id: number },
) {
  await refuseUnknown(call, id);
  return listAudit(call, { ...page, itemKind: "spot", itemId: id });
}

/** Throws 404 as `showSpot` does. */
export async function refuseUnknown(
  call: Pick<ScopedCall, "scope" | "db" | "now">,
  id: number,
): Promise<void> {
  if (!(await findSpot(call.scope, call.db, id, await todayOf(call)))) throw notFound();
}
