import { addDays, dateIn } from "#contract/base/dates";
import { plainCover, type SongCover } from "#contract/library/cover";
import type { PlayerSchedule, ScheduledItem } from "#contract/player/endpoints";
import { daysAhead, skipsAnHour } from "#contract/player/limits";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { notFound } from "../../base/refusal.ts";
import type { Db } from "../../db/types.ts";
import type { Cues } from "../../files/cues.ts";
import { type Conditions, serveAudio } from "../../files/serve-file.ts";
import type { ScopedCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { findCurrentLogs, findLastRest, type StoredPosition } from "../schedule/index.ts";
import { makeMediaId, readMediaId, versionOf } from "./media-id.ts";
import {
  findContact,
  findMediaFile,
  findPlanVersion,
  findPlayerStore,
  findSongs,
  findSpots,
  type PlayerStore,
} from "./player.queries.ts";

/**
 * `openedBy`: provider staff who view the player as its manager; what they hear was not heard in
 * the store, and does not count.
 */
type Player = { store: PlayerStore; openedBy: string | undefined };
/** The members of a call that every player's call needs. */
type PlayersCall = Pick<ScopedCall, "scope" | "db" | "now"> & { caller: PlayersCaller };
/** The player: a session, a device's credential, or the simulator for a store. */
export type PlayersCaller = Pick<Caller, "id" | "units" | "openedBy" | "playerDevice">;

/**
 * Gives the store whose player a manager signs in: the first of theirs. Throws 404 without one.
 */
export function playersStoreId({ units }: Pick<PlayersCaller, "units">): number {
  const [storeId] = units.storeIds;
  if (storeId === undefined) throw notFound();
  return storeId;
}

/** The player that a store's manager signs in. Throws 404 without one. */
export async function findPlayer({
  scope,
  caller,
  db,
}: Pick<PlayersCall, "scope" | "caller" | "db">): Promise<Player> {
  const store = await findPlayerStore(scope, db, playersStoreId(caller));
  if (!store) throw notFound();
  return { store, openedBy: caller.openedBy?.username };
}

/**
 * Gives the published logs of a day on the store's clock and of the two days after it. Days that are
 * not published have no items; an inactive store has none at all. Without `day`, begins with today,
 * preceded by the rest of yesterday's log if the store is open past midnight.
 */
export async function showSchedule(
  call: PlayersCall,
  day: string | undefined,
): Promise<PlayerSchedule> {
  const { scope, db, now } = call;
  const { store } = await findPlayer(call);
  const { days, yesterday } = logDays(store, day, now);
  const logs =
    store.status === "active"
      ? await findCurrentLogs(scope, db, [store.id], [...yesterday, ...days])
      : [];
  const lastDay = logs
    .map((log) => log.day)
    .sort()
    .at(-1);
  const nameOf = await findMediaNames(
    scope,
    db,
    logs.flatMap((log) => log.positions),
  );
  const toDay = (date: string): PlayerSchedule["days"][number] => {
    const log = logs.find((candidate) => candidate.day === date);
    const items = log?.positions.map((position, index) => ({
      itemId: `${log.id}-${index}`,
      ...toItem(position, nameOf(position)),
    }));
    return { day: date, logId: log?.id ?? null, items: items ?? [] };
  };
  const stillRuns = ({ startsAt, durationSeconds }: ScheduledItem) =>
    Date.parse(startsAt) + durationSeconds * 1000 > now.getTime();
  const late = yesterday.map(toDay).map((one) => ({ ...one, items: one.items.filter(stillRuns) }));
  return {
    storeId: store.id,
    storeName: store.name,
    ...(await findContact(scope, db, store.id)),
    timeZone: store.timeZone,
    volume: store.volume,
    skipsAnHour,
    rest:
      lastDay === undefined
        ? { songSeconds: 0, artistSeconds: 0 }
        : await findLastRest(scope, db, store.id, lastDay),
    at: now.toISOString(),
    days: [...late.filter(({ items }) => items.length > 0), ...days.map(toDay)],
  };
}

function logDays({ timeZone }: PlayerStore, day: string | undefined, now: Date) {
  const first = day ?? dateIn(timeZone, now);
  const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => addDays(first, ahead));
  return { days, yesterday: day === undefined ? [addDays(first, -1)] : [] };
}

/**
 * Changes with the result of `showSchedule`, except for its time and the part of yesterday's log
 * that is over.
 */
export async function findScheduleVersion(
  call: PlayersCall,
  day: string | undefined,
): Promise<string> {
  const { scope, db, now } = call;
  const { store } = await findPlayer(call);
  const { days, yesterday } = logDays(store, day, now);
  return JSON.stringify([
    store,
    skipsAnHour,
    days,
    await findPlanVersion(scope, db, store.id, [...yesterday, ...days]),
  ]);
}

type MediaDetails = {
  title: string;
  artist: string | null;
  cover: SongCover | null;
  mediaId: string | null;
  cues: Pick<Cues, "cueInMs" | "cueOutMs"> | undefined;
};

/** Finds the titles and files of all items in the positions, in two queries. */
export async function findMediaNames(
  scope: Scope,
  db: Db,
  positions: StoredPosition[],
): Promise<(position: StoredPosition) => MediaDetails> {
  const songIds = new Set(positions.flatMap(({ songId }) => songId ?? []));
  const spotIds = new Set(positions.flatMap(({ spotId }) => spotId ?? []));
  const songs = new Map((await findSongs(scope, db, [...songIds])).map((song) => [song.id, song]));
  const spots = new Map((await findSpots(scope, db, [...spotIds])).map((spot) => [spot.id, spot]));
  return ({ songId, spotId, name = "" }) => {
    if (songId !== undefined) {
      const song = songs.get(songId);
      return {
        title: song?.title ?? "Song withdrawn",
        artist: song?.artist ?? null,
        cover: song?.cover ?? plainCover,
        mediaId: mediaIdOf("song", song),
        cues: song,
      };
    }
    const spot = spots.get(spotId ?? 0);
    return {
      title: spot?.name ?? name,
      artist: spot?.brand ?? null,
      cover: null,
      mediaId: mediaIdOf("spot", spot),
      cues: spot,
    };
  };
}

const mediaIdOf = (
  kind: "song" | "spot",
  media: { id: number; audioFile: string | null } | undefined,
) => (media?.audioFile == null ? null : makeMediaId({ kind, id: media.id }, media.audioFile));

function toItem(
  { kind, startsAt = 0, durationSeconds }: StoredPosition,
  { title, artist, cover, mediaId, cues }: MediaDetails,
): Omit<ScheduledItem, "itemId"> {
  return {
    kind,
    startsAt: new Date(startsAt).toISOString(),
    durationSeconds: Math.round(durationSeconds),
    cueInSeconds: (cues?.cueInMs ?? 0) / 1000,
    cueOutSeconds: cues?.cueOutMs == null ? null : cues.cueOutMs / 1000,
    title,
    artist,
    cover,
    mediaId,
    mediaUrl: mediaId && `/api/player/media/${mediaId}`,
  };
}

/**
 * Days around today for which files are served, so that a player that was offline can still play
 * its stored log.
 */
const mediaDays = { back: 7, ahead: daysAhead };

export function mediaService({ files }: Pick<Services, "files">) {
  return {
    /**
     * Streams the audio of an item, whole or the part asked for. Throws 404 for an item that no log
     * of the caller's own store has, and for files that were replaced.
     */
    async showMedia(
      call: PlayersCall,
      { id, conditions }: { id: string; conditions: Conditions },
    ): Promise<Response> {
      return serveAudio(files, await findMediaKey(call, id), conditions);
    },
  };
}

/** The key of the file that a media id names. Throws as `showMedia` does. */
async function findMediaKey(call: PlayersCall, mediaId: string): Promise<string> {
  const { scope, db, now } = call;
  const { store } = await findPlayer(call);
  const today = dateIn(store.timeZone, now);
  const days = {
    from: addDays(today, -mediaDays.back),
    to: addDays(today, mediaDays.ahead),
    today,
  };
  const media = readMediaId(mediaId);
  const file =
    store.status === "active"
      ? await findMediaFile(scope, db, { storeId: store.id, media }, days)
      : undefined;
  if (!file || (media.version !== undefined && media.version !== versionOf(file))) throw notFound();
  return file;
}
