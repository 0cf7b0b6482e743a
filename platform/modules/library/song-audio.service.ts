import type { z } from "zod";
import { memberNames } from "#contract/base/records";
import type { AudioReadResult, SongCues } from "#contract/library/songs";
import type { Scope } from "../../access/scope.ts";
import { slotHolderOf } from "../../access/slot-holder.ts";
import { notFound } from "../../base/refusal.ts";
import type { Db } from "../../db/types.ts";
import { songLength } from "../../files/audio-length.ts";
import { chooseCues, toSeconds } from "../../files/cues.ts";
import { readAudio } from "../../files/read-audio.ts";
import { type Conditions, serveAudio } from "../../files/serve-file.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import type { ScopedCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import type { FileKeeper } from "../files/index.ts";
import { findAudioRow, findReading, keepReading, type StoredBytes } from "../files/index.ts";
import { findAudioFile } from "./library.queries.ts";
import { bumpLibrary } from "./library-revision.queries.ts";
import { findDoubles, findItemsLike, purpose, type SongReading } from "./song-audio.queries.ts";
import { lockSong, updateSong } from "./songs.queries.ts";

/** A file for a song. */
type AudioUpload = { id: number; file: UploadedFile };

/** Without bytes the picture is removed. */
type PictureChange = { id: number; action: string; bytes?: StoredBytes };

/** Files are read and stored before the transaction that names them. */
type FilesCall = ScopedCall & { keeper: FileKeeper };
type ReadAudioCall = FilesCall & Pick<Services, "logger">;

/**
 * Stores the audio of a future song, and what was read from it, for its uploader; gives that with
 * the library's matches. Throws 422 on `file` for audio that songs cannot have.
 */
export async function readSongAudio(
  call: ReadAudioCall,
  file: UploadedFile,
): Promise<AudioReadResult> {
  const { scope, now, keeper, logger } = call;
  const { played, picture, peaks, ...audioFacts } = await readAudio(file, {
    length: songLength,
    holder: slotHolderOf(call),
    logger,
  });
  const convertedFrom = played.original?.codec ?? null;
  const audio = await keeper.storeAudio(played, purpose);
  const cover = picture && (await keeper.storeBytes(picture, "song-picture"));
  await call.database.transaction(async (tx) => {
    await keeper.keepFile(scope, tx, audio, call);
    const pictureFileId = cover ? (await keeper.keepFile(scope, tx, cover, call)).id : null;
    const reading: SongReading = {
      ...audioFacts,
      convertedFrom,
      peaks: Buffer.from(peaks).toString("base64"),
      pictureFileId,
    };
    await keepReading(scope, tx, {
      caller: call.caller,
      upload: { purpose, fileId: audio.id },
      reading,
      now,
    });
    const item = { itemKind: "file", itemId: audio.id, itemName: file.name };
    const after = {
      bytes: file.bytes,
      sha256: file.sha256,
      durationSeconds: audioFacts.durationSeconds,
      convertedFrom,
    };
    await audit(tx, call, [
      { companyId: scope.companyId, action: "song audio uploaded", ...item, after },
    ]);
  });
  return showSongReading(call, audio.id);
}

/**
 * Replaces a song's audio; players fetch the new one next, and the old is removed. Throws 404
 * for an unknown song, 422 on `file` as `readSongAudio`.
 */
export async function replaceSongAudio(call: ReadAudioCall, { id, file }: AudioUpload) {
  const { scope, now, keeper, logger } = call;
  const { played, durationSeconds, cues, loudness, peaks } = await readAudio(file, {
    length: songLength,
    holder: slotHolderOf(call),
    logger,
  });
  const convertedFrom = played.original?.codec ?? null;
  const bytes = await keeper.storeAudio(played, purpose);
  return call.database.transaction(async (tx) => {
    const revision = await bumpLibrary(scope, tx);
    const stored = await lockSong(scope, tx, id);
    if (!stored) throw notFound();
    const old =
      stored.audioFile === null
        ? undefined
        : await findAudioRow(scope, tx, { purpose, key: stored.audioFile });
    await keeper.keepFile(scope, tx, bytes, call);
    const audioValues = {
      audioFile: bytes.key,
      audioSha256: file.sha256,
      durationSeconds,
      ...cues,
      loudness,
      peaks: Buffer.from(peaks),
      revision,
    };
    const saved = await updateSong(scope, tx, { id, values: audioValues, now });
    if (old) await keeper.removeFile(scope, tx, old.id);
    const item = { itemKind: "song", itemId: id, itemName: saved.title };
    const before = {
      audio: old?.name ?? null,
      durationSeconds: stored.durationSeconds,
      version: stored.version,
    };
    const after = { audio: file.name, durationSeconds, convertedFrom, version: saved.version };
    await audit(tx, call, [
      { companyId: scope.companyId, action: "song audio replaced", ...item, before, after },
    ]);
    return { ...saved, durationSeconds, convertedFrom };
  });
}

/**
 * Sets where a song's sound begins and ends; its length, in seconds, follows and is given. Throws
 * 404 for a song that is not there or has no audio, 422 as `chooseCues` does.
 */
export async function changeSongCues(
  call: ScopedCall,
  id: number,
  chosen: z.output<typeof SongCues>,
) {
  const { scope, now } = call;
  return call.database.transaction(async (tx) => {
    const revision = await bumpLibrary(scope, tx);
    const stored = await lockSong(scope, tx, id);
    if (!stored || stored.audioFile === null) throw notFound();
    const values = chooseCues(chosen, stored, songLength);
    const saved = await updateSong(scope, tx, { id, values: { ...values, revision }, now });
    const item = { itemKind: "song", itemId: id, itemName: saved.title };
    const before = {
      ...toSeconds(stored),
      durationSeconds: stored.durationSeconds,
      version: stored.version,
    };
    const after = {
      ...toSeconds(values),
      durationSeconds: values.durationSeconds,
      version: saved.version,
    };
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "song start and end changed",
        ...item,
        before,
        after,
      },
    ]);
    return { ...saved, durationSeconds: values.durationSeconds };
  });
}

/** Gives the new picture's file. Throws 404 for a song that is not there. */
export async function setSongPicture(
  call: FilesCall,
  { id, file }: AudioUpload,
): Promise<{ pictureFileId: string }> {
  const bytes = await call.keeper.storeBytes(file, "song-picture");
  await changePicture(call, { id, action: "song picture set", bytes });
  return { pictureFileId: bytes.id };
}

/** Throws 404 for an unknown song; one without a picture stays unchanged. */
export const deleteSongPicture = (call: FilesCall, id: number): Promise<void> =>
  changePicture(call, { id, action: "song picture removed" });

/** Throws 404 for a song that is not there or has no audio. */
export async function serveSongAudio(
  { scope, db, keeper }: FilesCall,
  { id, ...conditions }: { id: number } & Conditions,
): Promise<Response> {
  const key = await findAudioFile(scope, db, id);
  if (key === undefined) throw notFound();
  return serveAudio(keeper.files, key, conditions);
}

/**
 * Shows what was read from an upload, with the library's matches of now. Throws 404 for an upload
 * of another person, or one that a song has.
 */
export async function showSongReading(
  { scope, db, caller }: ScopedCall,
  fileId: string,
): Promise<AudioReadResult> {
  const reading = await findReading<SongReading>(scope, db, caller, { purpose, fileId });
  const audio = reading && (await findAudioRow(scope, db, { purpose, id: fileId }));
  if (!reading || !audio) throw notFound();
  const { durationSeconds, cues, loudness, peaks, convertedFrom, pictureFileId, tags } = reading;
  const { genres, moods, artists: singers, language, ...songFields } = tags;
  const { name, mediaType, bytes, sha256 } = audio;
  return {
    fileId,
    name,
    mediaType,
    bytes,
    durationSeconds,
    loudness,
    convertedFrom,
    pictureFileId,
    peaks: [...Buffer.from(peaks, "base64")],
    ...toSeconds(cues),
    ...songFields,
    singers,
    ...(await matched(scope, db, {
      genre: genres,
      mood: moods,
      language: language === null ? [] : [languageName(language)],
    })),
    doubles: await findDoubles(scope, db, { sha256, ...songFields }),
  };
}

async function changePicture(call: FilesCall, { id, action, bytes }: PictureChange): Promise<void> {
  const { scope, now, keeper } = call;
  await call.database.transaction(async (tx) => {
    const revision = await bumpLibrary(scope, tx);
    const stored = await lockSong(scope, tx, id);
    if (!stored) throw notFound();
    if (!bytes && !stored.pictureFileId) return;
    const newPicture = bytes && (await keeper.keepFile(scope, tx, bytes, call));
    const saved = await updateSong(scope, tx, {
      id,
      values: { pictureFileId: newPicture?.id ?? null, revision },
      now,
    });
    if (stored.pictureFileId) await keeper.removeFile(scope, tx, stored.pictureFileId);
    const item = { itemKind: "song", itemId: id, itemName: saved.title };
    const before = { pictureFileId: stored.pictureFileId, version: stored.version };
    const after = { pictureFileId: newPicture?.id ?? null, version: saved.version };
    await audit(tx, call, [{ companyId: scope.companyId, action, ...item, before, after }]);
  });
}
type Words = Record<"genre" | "mood" | "language", string[]>;

/** The first item of each list that one of the file's words names, and the words that name none. */
async function matched(scope: Scope, db: Db, words: Words) {
  const items = await findItemsLike(scope, db, Object.values(words).flat());
  const findItem = (kind: keyof Words, word: string) =>
    items.find((item) => item.kind === kind && item.like === bare(word));
  const matchItem = (kind: keyof Words) => {
    const item = words[kind].map((word) => findItem(kind, word)).find(Boolean);
    return item ? { id: item.id, name: item.name } : null;
  };
  const kinds = memberNames(words);
  const unknownWords = kinds.flatMap((kind) => words[kind].filter((word) => !findItem(kind, word)));
  return {
    genre: matchItem("genre"),
    mood: matchItem("mood"),
    language: matchItem("language"),
    unknownWords: [...new Set(unknownWords)],
  };
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Files name languages by codes of ISO 639 ("hin", "hi"), lists by their English names. */
function languageName(language: string): string {
  if (!/^[a-z]{2,3}$/i.test(language)) return language;
  return (
    new Intl.DisplayNames(["en"], { type: "language", fallback: "code" }).of(
      language.toLowerCase(),
    ) ?? language
  );
}
