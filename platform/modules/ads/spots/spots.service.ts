import type {
  SpotDetail,
  SpotForm,
  SpotQuery,
  setSpotStatus as statusCall,
} from "#contract/ads/spots";
import { spotKindWords } from "#contract/ads/words";
import { dateIn } from "#contract/base/dates";
import type { Args } from "#contract/base/endpoint";
import { uploadGone } from "#contract/library/words";
import { findTimeZone, libraryScope, type Scope } from "../../../access/scope.ts";
import { forbidden, invalid, notFound } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { asSeconds } from "../../../files/cues.ts";
import { refusalsByConstraint, withWords } from "../../../http/constraints.ts";
import type { ScopedCall } from "../../../http/context.ts";
import {
  type AuditPage,
  audit,
  changedFields,
  findOwnChange,
  listAudit,
  refuseChangedSince,
  refuseOutdated,
} from "../../audit/index.ts";
import type { FileKeeper } from "../../files/index.ts";
import { findAudioRow, takeReading } from "../../files/index.ts";
import { findCountries } from "../../places/index.ts";
import { tellOfSpots } from "../campaigns/campaign-notices.service.ts";
import {
  brandNamed,
  countCampaignsOf,
  countSpots,
  countUses,
  deleteSpot,
  findBrandName,
  findBrands,
  findCampaignsOf,
  findListedNames,
  findSpot,
  findSpotPage,
  findWords,
  insertSpot,
  type LockedSpot,
  lockSpots,
  updateSpots,
} from "./spots.queries.ts";

/** Marks the audio of spots among uploads of audio. */
export const purpose = "spot-audio";

type SpotChange = SpotForm & { id: number; version?: number | undefined };

/**
 * Spots belong to a company as a whole, as its charts do (CTX-3): provider staff and national
 * admins and limited admins change them, those of a region, zone, group or store read them.
 */
export const mayChange = ({ scope }: Pick<ScopedCall, "scope">): boolean =>
  scope.reach === "company";

/** Throws 403 for those who only read spots. */
export function refuseReaders(call: Pick<ScopedCall, "scope">): void {
  if (!mayChange(call)) throw forbidden("Only admins of the whole company can change its spots.");
}

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

/** Throws 404 for a spot that is not there or is another company's. */
export async function showSpot(call: ScopedCall, id: number): Promise<SpotDetail> {
  const row = await findSpot(call.scope, call.db, id, await todayOf(call));
  if (!row) throw notFound();
  const { peaks, createdAt, updatedAt, ...details } = row;
  const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return {
    ...details,
    ...asSeconds(row),
    ...dates,
    peaks: [...(peaks ?? [])],
    mayChange: mayChange(call),
  };
}

/** Lists what forms and filters offer. */
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
 * A page of what was done to a spot. Throws 404 as `showSpot` does, 422 for a cursor that is not
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

export const spotService = ({ keeper }: { keeper: FileKeeper }) => ({
  /**
   * Adds a spot whose audio the caller uploaded. Throws 403 as `refuseReaders` does, 422 on
   * `fileId` where that was not, or a spot has it already; on `name` where an active spot of the
   * kind has it; on `territories`.
   */
  async addSpot(call: ScopedCall, { fileId, ...form }: SpotForm & { fileId: string }) {
    const { scope } = call;
    refuseReaders(call);
    await refuseUnknownCountries(form.territories);
    return refuseTakenName(form, () =>
      call.database.transaction(async (tx) => {
        const reading = await takeReading(scope, tx, call.caller, { purpose, fileId });
        const audio = reading && (await findAudioRow(scope, tx, { purpose, id: fileId }));
        if (!reading || !audio) throw invalid({ fileId: uploadGone });
        const { durationSeconds, cues, loudness, peaks } = reading;
        const values = await columnsOf(scope, tx, call, form);
        const measured = {
          durationSeconds,
          ...cues,
          loudness,
          peaks: Buffer.from(peaks, "base64"),
          audioFile: audio.key,
        };
        const added = await insertSpot(scope, tx, { ...values, ...measured });
        const after = {
          ...(await formOf(scope, tx, values)),
          durationSeconds,
          audio: audio.name,
          version: added.version,
        };
        await audit(tx, call, [{ ...itemOf(scope, added), action: "spot added", after }]);
        return added;
      }),
    );
  },

  /**
   * Deletes a spot that nothing books or booked, with its audio. Throws 403 as `refuseReaders`
   * does, 404 for one that is not there, 422 on `id` for one that is or was booked: plays and
   * reports name it, so it can only be withdrawn.
   */
  async removeSpot(call: ScopedCall, id: number) {
    const { scope, database } = call;
    refuseReaders(call);
    const inUse = () => invalid(refusalsByConstraint.campaign_spot_spot.used);
    return await database.transaction(async (tx) => {
      const spot = await lockSpot(scope, tx, id);
      if ((await countUses(scope, tx, [id])) > 0) throw inUse();
      const audio =
        spot.audioFile === null
          ? undefined
          : await findAudioRow(scope, tx, { purpose, key: spot.audioFile });
      await deleteSpot(scope, tx, id);
      if (audio) await keeper.removeFile(scope, tx, audio.id);
      const before = {
        ...(await formOf(scope, tx, spot)),
        durationSeconds: spot.durationSeconds,
        audio: audio?.name ?? null,
      };
      await audit(tx, call, [{ ...itemOf(scope, spot), action: "spot deleted", before }]);
      return { id, name: spot.name };
    });
  },
});

/**
 * Puts what describes a spot in the place of what stood there (VAL-4). Throws 403 as
 * `refuseReaders` does, 404, 422 by field as `addSpot` does, on `kind` of one that is booked, and
 * where others changed the same fields since the version given (see `refuseOutdated`).
 */
export async function changeSpot(call: ScopedCall, { id, version, ...form }: SpotChange) {
  const { scope, now } = call;
  refuseReaders(call);
  await refuseUnknownCountries(form.territories);
  return refuseTakenName(form, () =>
    call.database.transaction(async (tx) => {
      const spot = await lockSpot(scope, tx, id);
      const before = { ...(await formOf(scope, tx, spot)), version: spot.version };
      const newValues = asStored(form, before);
      await refuseOutdated(scope, tx, {
        item: { kind: "spot", id },
        loaded: version,
        stored: before,
        newValues,
      });
      const changed = changedFields(before, newValues);
      if (!changed) return { id, name: spot.name, version: spot.version };
      if (form.kind !== spot.kind && (await countUses(scope, tx, [id])) > 0)
        throw invalid({
          kind: `This spot is booked as ${spotKindWords[spot.kind]}. Add a new spot for another kind.`,
        });
      const [saved] = await updateSpots(scope, tx, [id], {
        values: await columnsOf(scope, tx, call, form),
        now,
      });
      if (!saved) throw new Error("update returned no row");
      await tellOfSpots(scope, tx, now, [id]);
      await audit(tx, call, [{ ...itemOf(scope, saved), action: "spot changed", ...changed }]);
      return saved;
    }),
  );
}

/**
 * Withdraws spots or brings them back. Throws 403 as `refuseReaders` does, 404 when one of them is
 * not there: all or none; 422 on `ids` where an active spot has the name of one that comes back;
 * with `undoOf` where the caller's own change cannot be taken back (findOwnChange,
 * refuseChangedSince). Gives how many changed, and how much books them.
 */
export async function setSpotStatus(
  call: ScopedCall,
  { ids, undoOf, status }: Args<typeof statusCall>["body"],
) {
  const { scope, now } = call;
  refuseReaders(call);
  const isBack = status === "active";
  const [done, undone] = isBack
    ? ["spot brought back", "spot withdrawn"]
    : ["spot withdrawn", "spot brought back"];
  const nameTakenMessage =
    "There is already an active spot with this name. Rename one of them first.";
  return withWords({ spot_name_unique: { [undoOf ? "undoOf" : "ids"]: nameTakenMessage } }, () =>
    call.database.transaction(async (tx) => {
      const changes =
        undoOf &&
        (await findOwnChange(scope, tx, call, {
          undoOf,
          itemKind: "spot",
          actions: [undone as string],
        }));
      const uniqueIds = changes ? changes.map(({ itemId }) => itemId) : [...new Set(ids)];
      const spots = await lockSpots(scope, tx, uniqueIds);
      if (spots.length < uniqueIds.length) throw notFound();
      if (changes)
        await refuseChangedSince(scope, tx, call, { itemKind: "spot", field: "status", changes });
      const differing = spots.filter(({ active }) => active !== isBack);
      const changed = differing.map(({ id }) => id);
      if (changed.length === 0) return { changed: 0, uses: 0 };
      await updateSpots(scope, tx, changed, { values: { active: isBack }, now });
      await tellOfSpots(scope, tx, now, changed);
      await audit(
        tx,
        call,
        differing.map((spot) => ({
          ...itemOf(scope, spot),
          action: done as string,
          before: { status: isBack ? "inactive" : "active", version: spot.version },
          after: { status, version: spot.version + 1 },
        })),
      );
      return { changed: changed.length, uses: await countUses(scope, tx, changed) };
    }),
  );
}

/** Throws 404 for a spot that is not there or is another company's. */
export async function lockSpot(scope: Scope, tx: Tx, id: number): Promise<LockedSpot> {
  const [spot] = await lockSpots(scope, tx, [id]);
  if (!spot) throw notFound();
  return spot;
}

export const itemOf = ({ companyId }: Scope, { id, name }: { id: number; name: string }) => ({
  companyId,
  itemKind: "spot",
  itemId: id,
  itemName: name,
});

type FormColumns = Pick<
  LockedSpot,
  "kind" | "name" | "brandId" | "category" | "language" | "validFrom" | "validTo" | "territories"
>;

/** A brand that the company did not have gets its item, with a row of its own. */
async function columnsOf(
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

/** Reads what is stored, by the form's fields. */
async function formOf(
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

/** The form as it is stored: what is absent is nothing, and a brand keeps the spelling it has. */
function asStored(form: SpotForm, before: StoredForm): StoredForm {
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

async function refuseUnknownCountries(territories: string[]): Promise<void> {
  const countryCodes = new Set((await findCountries()).map(({ id }) => id));
  const unknown = territories.filter((code) => !countryCodes.has(code));
  if (unknown.length > 0)
    throw invalid({ territories: `There is no country ${unknown.slice(0, 5).join(", ")}.` });
}

const refuseTakenName = <T>({ kind, name }: SpotForm, work: () => Promise<T>): Promise<T> => {
  const nameTakenMessage = `There is already an active spot called “${name}” (${spotKindWords[kind]}). Choose another name.`;
  return withWords({ spot_name_unique: { name: nameTakenMessage } }, work);
};
