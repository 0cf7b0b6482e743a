import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { dateIn } from "#contract/base/dates";
import type * as contract from "#contract/demo-playlists/endpoints";
import type { DemoPlaylistBody } from "#contract/demo-playlists/endpoints";
import { demoLimits } from "#contract/demo-playlists/words";
import { findTimeZone, type Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit, changedFields, findSongsBefore, refuseOutdated } from "../audit/index.ts";
import {
  deleteDemo,
  findDemoSongs,
  findDemos,
  insertDemo,
  lockDemo,
  lockDemoCount,
  lockDemoItems,
  replaceDemoSongs,
  saveDemo,
} from "./demo-playlists.queries.ts";
import { demoMessages } from "./messages.ts";

/** A visitor's or a person's; both read the provider's. */
export type ReadCall = Pick<ScopedCall, "scope" | "db" | "now">;

/** The date by which the library's licences hold. */
export const todayOf = async ({ scope, db, now }: ReadCall) =>
  dateIn(await findTimeZone(scope, db), now);

export async function listDemos(call: ReadCall) {
  return findDemos(call.scope, call.db, await todayOf(call));
}

/** Throws 404 for a demo playlist that is not there. */
export async function showDemo(call: ReadCall, id: number) {
  const { scope, db } = call;
  const today = await todayOf(call);
  const [demo] = await findDemos(scope, db, today, id);
  if (!demo) throw notFound();
  return { ...demo, songList: await findDemoSongs(scope, db, id, today) };
}

/** Adds a demo playlist. Throws 422 on an item that is not in its list, and at the limit. */
export function addDemo(
  call: ScopedCall,
  body: DemoPlaylistBody,
): Promise<{ id: number; token: string }> {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    if ((await lockDemoCount(scope, tx)) >= demoLimits.playlists)
      throw invalid({ "": demoMessages.tooMany });
    const names = await itemNames(scope, tx, body);
    const token = randomBytes(16).toString("base64url");
    const id = await insertDemo(scope, tx, body, token);
    const after = { ...body, ...names, version: 1 };
    await audit(tx, call, [
      { ...itemOf(scope, { id, name: body.name }), action: "demo playlist added", after },
    ]);
    return { id, token };
  });
}

/**
 * Throws 404, 422 as adding does, and 422 on each field that somebody else changed since the form
 * was loaded.
 */
export function changeDemo(
  call: ScopedCall,
  { id, version, ...body }: z.output<typeof contract.changeDemoPlaylist.body>,
): Promise<{ id: number; version: number }> {
  const { scope, now } = call;
  return call.database.transaction(async (tx) => {
    const stored = await lockKnownDemo(scope, tx, id);
    const namesBefore = await itemNames(scope, tx, stored);
    const names = await itemNames(scope, tx, body);
    const words = {
      languageId: () => namesBefore.language,
      songTypeId: () => namesBefore.songType,
    };
    await refuseOutdated(scope, tx, {
      item: { kind: itemKind, id },
      loaded: version,
      stored,
      newValues: body,
      words,
    });
    const changed = changedFields({ ...stored, ...namesBefore }, { ...body, ...names });
    if (!changed) return { id, version: stored.version };
    await saveDemo(scope, tx, id, { ...body, version: stored.version + 1 }, now);
    await audit(tx, call, [
      { ...itemOf(scope, stored), action: "demo playlist changed", ...changed },
    ]);
    return { id, version: stored.version + 1 };
  });
}

/**
 * Sets the songs in their order, or takes the caller's own change of them back. Throws 404 for the
 * demo playlist and for a song that is not in the library, and 422 on `version` where somebody else
 * changed the demo playlist since the list was read.
 */
export function changeSongs(
  call: ScopedCall,
  { demoPlaylistId: id, version, songIds, undoOf }: z.output<typeof contract.changeDemoSongs.body>,
): Promise<{ songs: number; version: number }> {
  const { scope, now } = call;
  return call.database.transaction(async (tx) => {
    const demo = await lockKnownDemo(scope, tx, id);
    if (version !== undefined && version !== demo.version)
      throw invalid({ version: demoMessages.changedSince });
    const newSongIds = undoOf
      ? await findSongsBefore(tx, call, { itemKind, itemId: id, action: songsChanged, undoOf })
      : (songIds ?? []);
    const currentSongIds = (
      await findDemoSongs(scope, tx, id, await todayOf({ ...call, db: tx }))
    ).map(({ songId }) => songId);
    if (JSON.stringify(currentSongIds) === JSON.stringify(newSongIds))
      return { songs: newSongIds.length, version: demo.version };
    if ((await replaceDemoSongs(scope, tx, id, newSongIds)) < newSongIds.length) throw notFound();
    const after = { songIds: newSongIds, version: demo.version + 1 };
    await saveDemo(scope, tx, id, { version: after.version }, now);
    const before = { songIds: currentSongIds, version: demo.version };
    await audit(tx, call, [{ ...itemOf(scope, demo), action: songsChanged, before, after }]);
    return { songs: newSongIds.length, version: after.version };
  });
}

/** Throws 404 for a demo playlist that is not there. */
export function removeDemo(call: ScopedCall, id: number): Promise<{ id: number; name: string }> {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const { version: _, ...demo } = await lockKnownDemo(scope, tx, id);
    const songs = await findDemoSongs(scope, tx, id, await todayOf({ ...call, db: tx }));
    const before = {
      ...demo,
      ...(await itemNames(scope, tx, demo)),
      songIds: songs.map(({ songId }) => songId),
    };
    await deleteDemo(scope, tx, id);
    await audit(tx, call, [{ ...itemOf(scope, demo), action: "demo playlist deleted", before }]);
    return { id, name: demo.name };
  });
}

const itemKind = "demo playlist";
const songsChanged = "demo playlist songs changed";
const itemOf = ({ companyId }: Scope, { id, name }: { id: number; name: string }) => ({
  companyId,
  itemKind,
  itemId: id,
  itemName: name,
});

async function lockKnownDemo(scope: Scope, tx: Tx, id: number) {
  const demo = await lockDemo(scope, tx, id);
  if (!demo) throw notFound();
  return demo;
}

async function itemNames(scope: Scope, tx: Tx, ids: Parameters<typeof lockDemoItems>[2]) {
  const { language, songType } = await lockDemoItems(scope, tx, ids);
  if (!language || !songType)
    throw invalid({
      ...(!language && { languageId: demoMessages.chooseLanguage }),
      ...(!songType && { songTypeId: demoMessages.chooseSongType }),
    });
  return { language, songType };
}
