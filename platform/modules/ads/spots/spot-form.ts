import type { SpotForm } from "#contract/ads/spots";
import { spotKindWords } from "#contract/ads/words";
import type { Scope } from "../../../access/scope.ts";
import { invalid } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { withWords } from "../../../http/constraints.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { findCountries } from "../../places/index.ts";
import { brandNamed, findBrandName, type LockedSpot } from "./spots.queries.ts";

type FormColumns = Pick<
  LockedSpot,
  "kind" | "name" | "brandId" | "category" | "language" | "validFrom" | "validTo" | "territories"
>;

/** A brand that the company did not have gets its item, with a row of its own. */
export async function columnsOf(
  scope: Scope,
  tx: Tx,
  call: ScopedCall,
  { brand, territories, ...form }: SpotForm,
): Promise<FormColumns> {
  const item = brand === undefined ? undefined : await brandNamed(scope, tx, brand);
  if (item?.isNew)
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "brand added",
        itemKind: "brand",
        itemId: item.id,
        itemName: item.name,
        after: { name: item.name },
      },
    ]);
  const { category = null, language = null, validFrom = null, validTo = null } = form;
  return {
    ...form,
    category,
    language,
    validFrom,
    validTo,
    brandId: item?.id ?? null,
    territories: sorted(territories),
  };
}

/** Reads the stored values, by the form's fields. */
export async function formOf(
  scope: Scope,
  db: Db | Tx,
  { kind, name, brandId, category, language, validFrom, validTo, territories }: FormColumns,
) {
  return {
    kind,
    name,
    brand: await findBrandName(scope, db, brandId),
    category,
    language,
    validFrom,
    validTo,
    territories,
  };
}
type StoredForm = Awaited<ReturnType<typeof formOf>>;

/** Gives the form's values to store: an absent field is empty, and a brand keeps its spelling. */
export function toStoredForm(form: SpotForm, before: StoredForm): StoredForm {
  const {
    kind,
    name,
    brand = null,
    category = null,
    language = null,
    validFrom = null,
    validTo = null,
  } = form;
  const isSameBrand = brand !== null && brand.toLowerCase() === before.brand?.toLowerCase();
  const dates = { validFrom, validTo };
  return {
    kind,
    name,
    brand: isSameBrand ? before.brand : brand,
    category,
    language,
    ...dates,
    territories: sorted(form.territories),
  };
}

const sorted = (codes: string[]) => [...new Set(codes)].sort();

export async function refuseUnknownCountries(territories: string[]): Promise<void> {
  const countryCodes = new Set((await findCountries()).map(({ id }) => id));
  const unknown = territories.filter((code) => !countryCodes.has(code));
  if (unknown.length > 0)
    throw invalid({ territories: `There is no country ${unknown.slice(0, 5).join(", ")}.` });
}

export const refuseTakenName = <T>(
  { kind, name }: SpotForm,
  work: () => Promise<T>,
): Promise<T> => {
  const nameTakenMessage = `There is already an active spot called “${name}” (${spotKindWords[kind]}). Choose another name.`;
  return withWords({ spot_name_unique: { name: nameTakenMessage } }, work);
};
