import { showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { SongForm } from "#contract/library/songs";
import { singleItems, uploadGone } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../audit/index.ts";
import type { FileKeeper } from "../files/index.ts";
import { findAudioRow, takeReading } from "../files/index.ts";
import { findItems } from "./library.queries.ts";
import { bumpLibrary } from "./library-revision.queries.ts";
import { songMessages } from "./messages.ts";
import { purpose, type SongReading } from "./song-audio.queries.ts";
import {
  columnsOf,
  itemsHeld,
  keepStoredSpelling,
  namesOfCompanies,
  namesOfItems,
  refuseUnknownCountries,
  sentOf,
  sorted,
  storedForm,
  withNames,
} from "./song-form.service.ts";
import { findTies } from "./song-uses.queries.ts";
import {
  deleteSong,
  insertSong,
  itemsNamed,
  lockSong,
  type PeopleKind,
  replaceTags,
  updateSong,
} from "./songs.queries.ts";

type NewSong = SongForm & { fileId: string; usePicture: boolean };
type SongChange = SongForm & { id: number; version?: number | undefined };
type FilesCall = ScopedCall & { keeper: FileKeeper };

/**
 * Adds a song whose audio the caller uploaded. Throws 422 on `fileId` if they did not, or a
 * song has it already; on `isrc` if another song has it; on the field of an item that is not
 * in its list or is inactive; on `territories`; on `reservedForId` if that company has no songs
 * of its own.
 */
export async function addSong(call: FilesCall, { fileId, usePicture, ...form }: NewSong) {
  const { scope, keeper } = call;
  await refuseUnknownCountries(form.territories);
  return call.database.transaction(async (tx) => {
    const revision = await bumpLibrary(scope, tx);
    const reading = await takeReading<SongReading>(scope, tx, call.caller, { purpose, fileId });
    const audio = reading && (await findAudioRow(scope, tx, { purpose, id: fileId }));
    if (!reading || !audio) throw invalid({ fileId: uploadGone });
    const names = await namesOfItems(scope, tx, form, undefined);
    const companies = await namesOfCompanies(tx, form.reservedForId, null);
    const { durationSeconds, cues, loudness, peaks, pictureFileId } = reading;
    const added = await insertSong(scope, tx, {
      ...columnsOf(form),
      durationSeconds,
      ...cues,
      loudness,
      peaks: Buffer.from(peaks, "base64"),
      audioFile: audio.key,
      audioSha256: audio.sha256,
      pictureFileId: usePicture ? pictureFileId : null,
      revision,
    });
    if (pictureFileId && !usePicture) await keeper.removeFile(scope, tx, pictureFileId);
    await writeTags(scope, tx, { call, songId: added.id }, form);
    const after = {
      ...withNames(sentOf(form), names, companies),
      durationSeconds,
      audio: audio.name,
    };
    const item = { itemKind: "song", itemId: added.id, itemName: added.title };
    await audit(tx, call, [{ companyId: scope.companyId, action: "song added", ...item, after }]);
    return added;
  });
}

/**
 * Deletes a song that was never used, with its audio and its picture. Throws 404 for an unknown
 * song, 422 on `id` for one that is in a chart or was in a schedule: reports
 * and plays name it, so it can only be set inactive. A concurrent chart change holds its row
 * until it is done, or finds the song gone.
 */
export async function removeSong(call: FilesCall, id: number) {
  const { scope, keeper, database } = call;
  return await database.transaction(async (tx) => {
    await bumpLibrary(scope, tx);
    const song = await lockSong(scope, tx, id);
    if (!song) throw notFound();
    const ties = await findTies(scope, tx, id);
    if (ties.charts > 0 || ties.events > 0 || ties.scheduledFrom)
      throw invalid({ id: inUse(song.title, ties, call.figures) });
    const before = await storedForm(scope, tx, song);
    const audio =
      song.audioFile === null
        ? undefined
        : await findAudioRow(scope, tx, { purpose, key: song.audioFile });
    await deleteSong(scope, tx, id);
    if (audio) await keeper.removeFile(scope, tx, audio.id);
    if (song.pictureFileId) await keeper.removeFile(scope, tx, song.pictureFileId);
    const names = new Map(
      (await findItems(scope, tx, itemsHeld(before))).map((item) => [item.id, item.name]),
    );
    const companies = await namesOfCompanies(tx, null, before.reservedForId);
    const details = {
      ...withNames(before, names, companies),
      durationSeconds: song.durationSeconds,
      audio: audio?.name ?? null,
    };
    const item = { itemKind: "song", itemId: id, itemName: song.title };
    await audit(tx, call, [
      { companyId: scope.companyId, action: "song deleted", ...item, before: details },
    ]);
    return { id, title: song.title };
  });
}

/**
 * Replaces a song's fields (VAL-4). Throws 404 for an unknown song,
 * 422 by field as `addSong` does, and if others changed the same fields since the
 * version given (see `refuseOutdated`). If nothing changed, nothing is written.
 */
export async function changeSong(call: ScopedCall, { id, version, ...fields }: SongChange) {
  const { scope, now } = call;
  await refuseUnknownCountries(fields.territories);
  return call.database.transaction(async (tx) => {
    const revision = await bumpLibrary(scope, tx);
    const stored = await lockSong(scope, tx, id);
    if (!stored) throw notFound();
    const before = await storedForm(scope, tx, stored);
    // a caller who does not send the reservation must not open the song to all companies
    const { reservedForId = before.reservedForId } = fields;
    const form = { ...fields, reservedForId };
    const names = await namesOfItems(scope, tx, form, before);
    const companies = await namesOfCompanies(tx, reservedForId, before.reservedForId);
    const newValues = sentOf(form);
    const nameOf = (value: unknown) =>
      [value]
        .flat()
        .map((one) => names.get(Number(one)) ?? String(one))
        .join(", ");
    const words = {
      ...Object.fromEntries(
        [...singleItems.map((facet) => `${facet}Id`), "seasonIds"].map((field) => [field, nameOf]),
      ),
      reservedForId: (id: unknown) => companies.get(Number(id)) ?? String(id),
    };
    await refuseOutdated(scope, tx, {
      item: { kind: "song", id },
      loaded: version,
      stored: before,
      newValues: keepStoredSpelling(newValues, before),
      words,
    });
    const changed = changedFields(before, keepStoredSpelling(newValues, before));
    if (!changed) return stored;
    const updatedSong = await updateSong(scope, tx, {
      id,
      values: { ...columnsOf(form), revision },
      now,
    });
    await writeTags(scope, tx, { call, songId: id }, form);
    const changesWithNames = {
      before: withNames(changed.before, names, companies),
      after: withNames(changed.after, names, companies),
    };
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "song changed",
        itemKind: "song",
        itemId: id,
        itemName: updatedSong.title,
        ...changesWithNames,
      },
    ]);
    return updatedSong;
  });
}

function inUse(
  title: string,
  { charts, events, scheduledFrom }: Awaited<ReturnType<typeof findTies>>,
  { counted }: Figures,
): string {
  const inCharts = [
    ...(charts === 0 ? [] : [`is in ${counted(charts, "chart")}`]),
    ...(events === 0 ? [] : [`is in ${counted(events, "event playlist")}`]),
  ];
  const inDays =
    scheduledFrom === null ? [] : [songMessages.scheduledFrom(showDate(scheduledFrom))];
  const wayOn = scheduledFrom === null ? songMessages.removeFirst : "Deactivate it instead.";
  return `“${title}” ${[...inCharts, ...inDays].join(" and ")}. ${wayOn}`;
}

/** Singers and composers that nobody had get their item, with a row of its own. */
async function writeTags(
  scope: Scope,
  tx: Tx,
  { call, songId }: { call: ScopedCall; songId: number },
  { singers, composers, seasonIds }: SongForm,
): Promise<void> {
  const people = async (kind: PeopleKind, names: string[]) => {
    const { items, newItems } = await itemsNamed(scope, tx, kind, names);
    const rows = newItems.map(({ id, name }) => ({
      itemKind: kind,
      itemId: id,
      itemName: name,
      after: { name },
    }));
    await audit(
      tx,
      call,
      rows.map((row) => ({ companyId: scope.companyId, action: `${kind} added`, ...row })),
    );
    // to the database names may be one that differ here ("ΑΣ" and "ασ")
    return [...new Set(items.map(({ id }) => id))];
  };
  await replaceTags(scope, tx, songId, {
    singer: await people("singer", singers),
    composer: await people("composer", composers),
    season: sorted(seasonIds),
  });
}
