import type { SpotAudioReadResult } from "#contract/ads/spot-audio";
import { dateIn } from "#contract/base/dates";
import { findTimeZone } from "../../../access/scope.ts";
import { slotHolderOf } from "../../../access/slot-holder.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import { spotLength } from "../../../files/audio-length.ts";
import { chooseCues, toSeconds } from "../../../files/cues.ts";
import { readAudio } from "../../../files/read-audio.ts";
import { type Conditions, serveAudio } from "../../../files/serve-file.ts";
import type { UploadedFile } from "../../../files/uploaded-file.ts";
import type { ScopedCall } from "../../../http/context.ts";
import type { Services } from "../../../services.ts";
import { audit } from "../../audit/index.ts";
import type { FileKeeper } from "../../files/index.ts";
import { type AudioReading, findAudioRow, findReading, keepReading } from "../../files/index.ts";
import { refuseUnknown } from "./list-spots.service.ts";
import { refuseReaders } from "./spot-access.ts";
import { findShorterBooking } from "./spot-uses.queries.ts";
import { findSpotFile, updateSpots } from "./spots.queries.ts";
import { itemOf, lockSpot, purpose } from "./spots.service.ts";

/** The reading of an upload that no spot has yet. */
type SpotReading = AudioReading & { title: string | null };

/** The length that a spot would have, and the field that makes it so. */
type NewSpotLength = { id: number; seconds: number; field: "file" | "cueOutSeconds" };

/** Files are read and stored before the transaction that names them. */
type FilesCall = ScopedCall & { keeper: FileKeeper };
type ReadAudioCall = FilesCall & Pick<Services, "logger">;

/**
 * Stores the audio of a future spot, and its measurements, for its uploader. Throws 403
 * for readers, 422 on `file` as readAudio does.
 */
export async function readSpotAudio(
  call: ReadAudioCall,
  file: UploadedFile,
): Promise<SpotAudioReadResult> {
  const { scope, now, keeper, logger } = call;
  refuseReaders(call, "spots");
  const { played, durationSeconds, cues, loudness, peaks, tags } = await readAudio(file, {
    length: spotLength,
    holder: slotHolderOf(call),
    logger,
  });
  const convertedFrom = played.original?.codec ?? null;
  const bytes = await keeper.storeAudio(played, purpose);
  await call.database.transaction(async (tx) => {
    await keeper.keepFile(scope, tx, bytes, call);
    const measured = {
      durationSeconds,
      cues,
      loudness,
      peaks: Buffer.from(peaks).toString("base64"),
      convertedFrom,
    };
    const reading: SpotReading = { ...measured, title: tags.title };
    await keepReading(scope, tx, {
      caller: call.caller,
      upload: { purpose, fileId: bytes.id },
      reading,
      now,
    });
    const item = { itemKind: "file", itemId: bytes.id, itemName: file.name };
    const after = { bytes: file.bytes, sha256: file.sha256, durationSeconds, convertedFrom };
    await audit(tx, call, [
      { companyId: scope.companyId, action: "spot audio uploaded", ...item, after },
    ]);
  });
  return showSpotReading(call, bytes.id);
}

/**
 * Puts other audio in the place of a spot's: its length and loudness follow, published days
 * follow its length from the next position on, and plays before keep theirs. Throws 403 for
 * readers, 404 for a spot that is not there, 422 on `file` as readAudio does, and for one that
 * is longer than the plays that campaigns have booked for it.
 */
export async function replaceSpotAudio(
  call: ReadAudioCall,
  { id, file }: { id: number; file: UploadedFile },
) {
  const { scope, now, keeper, logger } = call;
  refuseReaders(call, "spots");
  await refuseUnknown(call, id); // before it is decoded
  const { played, durationSeconds, cues, loudness, peaks } = await readAudio(file, {
    length: spotLength,
    holder: slotHolderOf(call),
    logger,
  });
  const convertedFrom = played.original?.codec ?? null;
  const bytes = await keeper.storeAudio(played, purpose);
  return call.database.transaction(async (tx) => {
    const spot = await lockSpot(scope, tx, id);
    await refuseLonger(call, tx, { id, seconds: durationSeconds, field: "file" });
    const old =
      spot.audioFile === null
        ? undefined
        : await findAudioRow(scope, tx, { purpose, key: spot.audioFile });
    await keeper.keepFile(scope, tx, bytes, call);
    const values = {
      audioFile: bytes.key,
      durationSeconds,
      ...cues,
      loudness,
      peaks: Buffer.from(peaks),
    };
    const [saved] = await updateSpots(scope, tx, [id], { values, now });
    if (!saved) throw new Error("update returned no row");
    if (old) await keeper.removeFile(scope, tx, old.id);
    const before = {
      audio: old?.name ?? null,
      durationSeconds: spot.durationSeconds,
      version: spot.version,
    };
    const after = { audio: file.name, durationSeconds, convertedFrom, version: saved.version };
    await audit(tx, call, [
      { ...itemOf(scope, saved), action: "spot audio replaced", before, after },
    ]);
    return { ...saved, durationSeconds, convertedFrom };
  });
}

/**
 * Sets where a spot's sound begins and ends; its length follows, as it does with other audio.
 * Throws 403 for readers, 404 for a spot that is not there or has no audio, 422 as `chooseCues`
 * does, and for a spot that would be longer than its booked plays.
 */
export async function changeSpotCues(
  call: ScopedCall,
  id: number,
  chosen: Parameters<typeof chooseCues>[0],
) {
  const { scope, now } = call;
  refuseReaders(call, "spots");
  return call.database.transaction(async (tx) => {
    const spot = await lockSpot(scope, tx, id);
    if (spot.audioFile === null) throw notFound();
    const values = chooseCues(chosen, spot, spotLength);
    await refuseLonger(call, tx, {
      id,
      seconds: values.durationSeconds,
      field: "cueOutSeconds",
    });
    const [saved] = await updateSpots(scope, tx, [id], { values, now });
    if (!saved) throw new Error("update returned no row");
    const before = {
      ...toSeconds(spot),
      durationSeconds: spot.durationSeconds,
      version: spot.version,
    };
    const after = {
      ...toSeconds(values),
      durationSeconds: values.durationSeconds,
      version: saved.version,
    };
    await audit(tx, call, [
      { ...itemOf(scope, saved), action: "spot start and end changed", before, after },
    ]);
    return { ...saved, durationSeconds: values.durationSeconds };
  });
}

/** Throws 404 for a spot that is not there or has no audio. */
export async function serveSpotAudio(
  { scope, db, keeper }: FilesCall,
  { id, ...conditions }: { id: number } & Conditions,
): Promise<Response> {
  const key = await findSpotFile(scope, db, id);
  if (key === undefined) throw notFound();
  return serveAudio(keeper.files, key, conditions);
}

/** The spot is locked, so that nobody books it by its old length in the meantime. */
async function refuseLonger(
  { scope, now }: ScopedCall,
  tx: Tx,
  { id: spotId, seconds, field }: NewSpotLength,
): Promise<void> {
  const today = dateIn(await findTimeZone(scope, tx), now);
  const booked = await findShorterBooking(scope, tx, { spotId, seconds }, today);
  if (!booked) return;
  const who = booked.name === null ? "A campaign" : `The campaign “${booked.name}”`;
  const mend = field === "file" ? "Choose a file" : "Choose an end that leaves a length";
  throw invalid({
    [field]: `${who} has booked plays of ${booked.playTakes} seconds for this spot. ${mend} of at most ${booked.playTakes} seconds.`,
  });
}

/** Shows what was read from an upload. Throws 404 for an upload of another person, or one that a spot has. */
export async function showSpotReading(
  { scope, db, caller }: ScopedCall,
  fileId: string,
): Promise<SpotAudioReadResult> {
  const reading = await findReading<SpotReading>(scope, db, caller, { purpose, fileId });
  const audio = reading && (await findAudioRow(scope, db, { purpose, id: fileId }));
  if (!reading || !audio) throw notFound();
  const { name, mediaType, bytes } = audio;
  return {
    fileId,
    name,
    mediaType,
    bytes,
    ...reading,
    ...toSeconds(reading.cues),
    peaks: [...Buffer.from(reading.peaks, "base64")],
  };
}
