import type { SpotForm, setSpotStatus as statusCall } from "#contract/ads/spots";
import { spotKindWords } from "#contract/ads/words";
import type { Args } from "#contract/base/endpoint";
import { uploadGone } from "#contract/library/words";
import type { Scope } from "../../../access/scope.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import { refusalsByConstraint, withWords } from "../../../http/constraints.ts";
import type { ScopedCall } from "../../../http/context.ts";
import {
  audit,
  changedFields,
  findOwnChange,
  refuseChangedSince,
  refuseOutdated,
} from "../../audit/index.ts";
import { type FileKeeper, findAudioRow, takeReading } from "../../files/index.ts";
import { notifyAboutSpots } from "../campaigns/campaign-notices.service.ts";
import { refuseReaders } from "./spot-access.ts";
import {
  columnsOf,
  formOf,
  refuseTakenName,
  refuseUnknownCountries,
  toStoredForm,
} from "./spot-form.ts";
import { countUses } from "./spot-uses.queries.ts";
import {
  deleteSpot,
  insertSpot,
  type LockedSpot,
  lockSpots,
  updateSpots,
} from "./spots.queries.ts";

/** Marks the audio of spots among uploads of audio. */
export const purpose = "spot-audio";

type SpotChange = SpotForm & { id: number; version?: number | undefined };

export const spotService = ({ keeper }: { keeper: FileKeeper }) => ({
  /**
   * Adds a spot whose audio the caller uploaded. Throws 403 as `refuseReaders` does, 422 on
   * `fileId` if they did not, or a spot has it already; on `name` if an active spot of the
   * kind has it; on `territories`.
   */
  async addSpot(call: ScopedCall, { fileId, ...form }: SpotForm & { fileId: string }) {
    const { scope } = call;
    refuseReaders(call, "spots");
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
    refuseReaders(call, "spots");
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
 * Replaces the description of a spot (VAL-4). Throws 403 as `refuseReaders` does, 404, 422 by
 * field as `addSpot` does, on `kind` of a spot that is booked, and if others changed the same
 * fields since the version given (see `refuseOutdated`).
 */
export async function changeSpot(call: ScopedCall, { id, version, ...form }: SpotChange) {
  const { scope, now } = call;
  refuseReaders(call, "spots");
  await refuseUnknownCountries(form.territories);
  return refuseTakenName(form, () =>
    call.database.transaction(async (tx) => {
      const spot = await lockSpot(scope, tx, id);
      const before = { ...(await formOf(scope, tx, spot)), version: spot.version };
      const newValues = toStoredForm(form, before);
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
      await notifyAboutSpots(scope, tx, now, [id]);
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
  refuseReaders(call, "spots");
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
      await notifyAboutSpots(scope, tx, now, changed);
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

/** Throws 404 for a spot that does not exist or is another company's. */
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
