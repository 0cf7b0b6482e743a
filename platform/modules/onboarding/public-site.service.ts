import type { z } from "zod";
import { type PublicSiteBody, type StructuredItem, structuredItems, type Testimonial } from "#contract/onboarding/public-site";
import type { ScopedCall } from "../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../audit/index.ts";
import { lockPublicSite, type PublicSite, savePublicSite, selectPublicSite } from "./public-site.queries.ts";

/** A visitor's or a person's; both read the provider's. */
type ReadingCall = Pick<ScopedCall, "scope" | "db">;

const empty: PublicSite = { testimonials: [], structuredData: null, version: 1 };
const itemKind = "public pages";

export const findPublicSite = async ({ scope, db }: ReadingCall): Promise<PublicSite> => (await selectPublicSite(scope, db)) ?? empty;

/** The items of JSON-LD; none until provider staff have written some. */
export async function listStructuredData(call: ReadingCall): Promise<StructuredItem[]> {
  const { structuredData } = await findPublicSite(call);
  return structuredData ? structuredItems(structuredData) : [];
}

/** Throws 422 on each field that somebody else changed since the form was loaded. */
export function changePublicSite(call: ScopedCall, { version, ...body }: z.output<typeof PublicSiteBody>): Promise<{ version: number }> {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const stored = (await lockPublicSite(scope, tx)) ?? empty;
    const sent = { testimonials: body.testimonials, structuredData: body.structuredData ?? null };
    const words = { testimonials: (value: unknown) => `${(value as Testimonial[]).length} testimonials` };
    await refuseOutdated(scope, tx, { item: { kind: itemKind, id: scope.companyId }, loaded: version, stored, sent, words });
    const changed = changedFields(stored, sent);
    if (!changed) return { version: stored.version };
    await savePublicSite(scope, tx, { ...sent, version: stored.version + 1 });
    const item = { companyId: scope.companyId, itemKind, itemId: scope.companyId, itemName: "Public pages" };
    await audit(tx, call, [{ ...item, action: "public pages changed", ...changed }]);
    return { version: stored.version + 1 };
  });
}
