import type { z } from "zod";
import type { BrandAccount, BrandContact, changeBrandContacts } from "#contract/ads/brands";
import { libraryFor, type Scope } from "../../../access/scope.ts";
import { notFound } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../../audit/index.ts";
import { itemOf } from "../campaigns/own-campaign.service.ts";
import { withdrawFromRemoved } from "../proof/proof-links.queries.ts";
import { mayChange, refuseReaders } from "../spots/spot-access.ts";
import {
  type BrandListQuery,
  countBrands,
  findBrand,
  findBrandPage,
  findCampaignBrands,
  lockBrandAccount,
  updateContacts,
} from "./brands.queries.ts";

/** Lists a page of brands by name with their total. Throws 422 for a cursor that is not ours. */
export async function listBrands({ scope, db }: ScopedCall, query: BrandListQuery) {
  const library = await libraryFor(db, scope);
  const { rows: data, page } = await findBrandPage(scope, db, library, query);
  return { data, page: { ...page, total: await countBrands(scope, db, library, query.search) } };
}

export const listCampaignBrands = async ({ scope, db }: ScopedCall) =>
  findCampaignBrands(scope, db, await libraryFor(db, scope));

/**
 * Shows a brand's contacts. Throws 404 for a brand that neither the company nor the library has.
 */
export async function showBrandAccount({ scope, db }: ScopedCall, id: number) {
  const { companyId: _, ...account } = await requireBrand(scope, db, id);
  return { ...account, mayChange: mayChange({ scope }) };
}

/**
 * Replaces a brand's contacts, and withdraws the links to proofs of play that were emailed to those
 * who are removed; does nothing if they are the same. Throws 403 for those who only
 * read them, 404 as showing does, and 422 on `contacts` if others changed them in the meantime (see
 * `refuseOutdated`).
 */
export async function changeContacts(
  call: ScopedCall,
  { id, contacts, version }: z.output<typeof changeBrandContacts.body>,
): Promise<{ account: BrandAccount; endedLinks: number }> {
  const { scope, now, caller } = call;
  refuseReaders(call, "brands' contacts");
  return call.database.transaction(async (tx) => {
    const brand = await requireBrand(scope, tx, id);
    const stored = await lockBrandAccount(scope, tx, brand);
    if (!stored) throw notFound();
    await refuseOutdated(scope, tx, {
      item: { kind: "brand", id },
      loaded: version,
      stored,
      newValues: { contacts },
      words: { contacts: (value) => contactWords(value as BrandContact[]) },
    });
    const changed = changedFields(stored, { contacts });
    const { name } = brand;
    if (!changed) return { account: { id, name, ...stored, mayChange: true }, endedLinks: 0 };
    await updateContacts(scope, tx, id, { contacts, now });
    const by = { brandId: id, username: caller.username, now };
    const ended = await withdrawFromRemoved(scope, tx, by);
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "brand contacts changed",
        itemKind: "brand",
        itemId: id,
        itemName: name,
        ...changed,
      },
      ...ended.map(({ to, ...campaign }) => ({
        ...itemOf(scope, campaign),
        action: "proof of play link withdrawn",
        before: { to },
      })),
    ]);
    const account = { id, name, contacts, version: stored.version + 1, mayChange: true };
    return { account, endedLinks: ended.length };
  });
}

const contactWords = (contacts: BrandContact[]) =>
  contacts.map(({ name, email }) => `${name} (${email})`).join(", ");

/** Throws 404 for a brand that neither the company nor the library has. */
export async function requireBrand(scope: Scope, db: Db, id: number) {
  const brand = await findBrand(scope, db, await libraryFor(db, scope), id);
  if (!brand) throw notFound();
  return brand;
}
