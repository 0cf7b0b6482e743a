import type { z } from "zod";
import {
  type PublicSiteBody,
  type StructuredItem,
  structuredItems,
  type Testimonial,
} from "#contract/onboarding/public-site";
import { findProviderId, wholeCompany } from "../../access/scope.ts";
import type { Db } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../audit/index.ts";
import {
  lockPublicSite,
  type PublicSite,
  savePublicSite,
  selectPublicSite,
} from "./public-site.queries.ts";

const empty: PublicSite = { testimonials: [], structuredData: null, version: 1 };
const itemKind = "public pages";

export const findPublicSite = async ({
  scope,
  db,
}: Pick<ScopedCall, "scope" | "db">): Promise<PublicSite> =>
  (await selectPublicSite(scope, db)) ?? empty;

/**
 * Finds the site for visitors, whose pages ask even before the server has a provider: then it is
 * empty, without an error.
 */
async function findForVisitors(db: Db): Promise<PublicSite> {
  const providerId = await findProviderId(db);
  return providerId === undefined ? empty : findPublicSite({ scope: wholeCompany(providerId), db });
}

export const listTestimonials = async ({ db }: { db: Db }): Promise<Testimonial[]> =>
  (await findForVisitors(db)).testimonials;

/** The items of JSON-LD; none until provider staff have written some. */
export async function listStructuredData({ db }: { db: Db }): Promise<StructuredItem[]> {
  const { structuredData } = await findForVisitors(db);
  return structuredData ? structuredItems(structuredData) : [];
}

/** Throws 422 on each field that somebody else changed since the form was loaded. */
export function changePublicSite(
  call: ScopedCall,
  { version, ...body }: z.output<typeof PublicSiteBody>,
): Promise<{ version: number }> {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const stored = (await lockPublicSite(scope, tx)) ?? empty;
    const newValues = {
      testimonials: body.testimonials,
      structuredData: body.structuredData ?? null,
    };
    const words = {
      testimonials: (value: unknown) => `${(value as Testimonial[]).length} testimonials`,
    };
    await refuseOutdated(scope, tx, {
      item: { kind: itemKind, id: scope.companyId },
      loaded: version,
      stored,
      newValues,
      words,
    });
    const changed = changedFields(stored, newValues);
    if (!changed) return { version: stored.version };
    await savePublicSite(scope, tx, { ...newValues, version: stored.version + 1 });
    const item = {
      companyId: scope.companyId,
      itemKind,
      itemId: scope.companyId,
      itemName: "Public pages",
    };
    await audit(tx, call, [{ ...item, action: "public pages changed", ...changed }]);
    return { version: stored.version + 1 };
  });
}
