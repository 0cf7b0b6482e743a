import { foldText } from "#contract/base/fold-text";
import { plainCover } from "#contract/library/cover";
import type { MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import { invalid, notFound } from "../../../base/refusal.ts";
import { findSongCovers } from "../../../db/song-cover.ts";
import { type GroupDayInput, rateSongs, type SongRating } from "../../../engine/scheduling.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { toPlaylistHead } from "../logs/playlist-heads.ts";
import { unpackPositions } from "../logs/playlist-record.ts";
import { findStoredPlaylist } from "../logs/playlists.queries.ts";
import { engineInput } from "./engine-input.ts";
import { loadChartSongs, loadRepertoire } from "./load-repertoire.ts";
import { chainTo, datesTo, groupIn, neighboursOf, prepareGroups } from "./schedule-days.ts";
import { findSongs } from "./songs.queries.ts";

const mostListed = 40;

/** A pause that the end of a song covers. */
const tolerance = 5;

/**
 * The songs that may take the place of a song: those of the event playlist that plays there, else
 * of the mixes' charts and filters; first those of the same chart, then those that break the fewest
 * rules and are nearest in length. Songs that would run into the next spot or locked song are left out. Throws 404 out of
 * scope, 422 on `index` where the version has no song.
 */
export async function listSwapCandidates(
  call: ScopedCall,
  { id, index, search = "" }: { id: number; index: number; search?: string | undefined },
) {
  const { scope, db } = call;
  const stored = await findStoredPlaylist(scope, db, id);
  if (!stored) throw notFound();
  const positions = unpackPositions(stored.positions, stored.summary);
  const position = positions[index];
  if (position?.kind !== "MUSIC") throw invalid({ index: "There is no song at this place." });
  const prepared = await prepareGroups(scope, db, [stored.groupId], datesTo(stored.day, call.now));
  const { at } = await chainTo(call, prepared, stored);
  const music = positions.filter((one): one is MusicPosition => one.kind === "MUSIC");
  const repertoire = await loadRepertoire(scope, db, {
    chartSongs: await loadChartSongs(scope, db, prepared),
    days: [at],
    keptVersions: [{ playlist: { positions } }],
  });
  const input = engineInput(
    at.inputs,
    repertoire,
    await neighboursOf(scope, db, { groupId: stored.groupId, from: stored.day, to: stored.day }),
    music,
  );
  const room = roomAt(positions, position, at.inputs.opening);
  const candidates = findCandidates({ input, music, position, room, search });
  const [song] = await findSongs(scope, db, [position.songId]);
  const first = candidates.slice(0, mostListed);
  const covers = await findSongCovers(scope, db, [
    position.songId,
    ...first.map(({ songId }) => songId),
  ]);
  const coverOf = (songId: number) => covers.get(songId) ?? plainCover;
  return {
    ...toPlaylistHead(stored, groupIn(prepared, stored.groupId).stores.length),
    position: {
      index,
      startSeconds: position.startSeconds,
      title: song?.title ?? "Song withdrawn",
      artist: song?.artist ?? "",
      cover: coverOf(position.songId),
      durationSeconds: position.durationSeconds,
      eventName: position.trace.event?.name ?? null,
    },
    room: room.seconds,
    candidates: first.map((candidate) => ({ ...candidate, cover: coverOf(candidate.songId) })),
    total: candidates.length,
  };
}

type Room = {
  /** Seconds until the next spot, locked song or closing time. */
  seconds: number;
  /** True if no song comes between the place and that moment. */
  isLast: boolean;
};

function roomAt(
  positions: readonly PlaylistPosition[],
  { index, startSeconds }: MusicPosition,
  opening: GroupDayInput["opening"],
): Room {
  const fixed = positions.find(
    (one) => one.index > index && (one.kind === "TOH" || one.kind === "AD" || one.locked),
  );
  const closes = opening.find(({ from, to }) => from <= startSeconds && startSeconds < to)?.to;
  const seconds = (fixed?.startSeconds ?? closes ?? Number.MAX_SAFE_INTEGER) - startSeconds;
  const isLast = !positions.some(
    (one) => one.kind === "MUSIC" && one.index > index && one.startSeconds < startSeconds + seconds,
  );
  return { seconds, isLast };
}

type Search = {
  input: GroupDayInput;
  music: MusicPosition[];
  position: MusicPosition;
  room: Room;
  search: string;
};

/** Finds the songs that fit into the room of a place, those that suit it best first. */
function findCandidates({ input, music, position, room, search }: Search) {
  const chartOf = sourcesAt(input, position);
  const songOf = new Map(input.songs.map((song) => [song.id, song]));
  const shortest = Math.min(
    ...[...chartOf.keys()].map((songId) => songOf.get(songId)?.durationSeconds ?? room.seconds),
  );
  const ownChart = chartOf.get(position.songId);
  const awayFrom = ({ durationSeconds }: { durationSeconds: number }) =>
    Math.abs(durationSeconds - position.durationSeconds);
  const words = foldText(search);
  const candidates = rateSongs(input, music, music.indexOf(position)).flatMap(
    ({ songId, artist, ...rating }) => {
      const { title = "", artist: artistName = "", durationSeconds = 0 } = songOf.get(songId) ?? {};
      const chartName = chartOf.get(songId);
      if (
        chartName === undefined ||
        durationSeconds > room.seconds ||
        !foldText(`${title} ${artistName}`).includes(words)
      )
        return [];
      const left = room.seconds - durationSeconds;
      const pauseSeconds = room.isLast && left > tolerance && left < shortest ? left : 0;
      return [
        {
          ...rating,
          songId,
          title,
          artist: artistName,
          durationSeconds,
          chartName,
          isSameChart: chartName === ownChart,
          artistRest: artist,
          pauseSeconds,
        },
      ];
    },
  );
  return candidates.sort(
    (one, other) =>
      Number(other.isSameChart) - Number(one.isSameChart) ||
      costOf(one) - costOf(other) ||
      awayFrom(one) - awayFrom(other) ||
      restOf(other) - restOf(one) ||
      one.songId - other.songId,
  );
}

/**
 * Maps each song that may play in this place to its source: an event's own songs, or
 * a part of the day's mixes.
 */
function sourcesAt(
  { categories, events }: GroupDayInput,
  { trace }: MusicPosition,
): Map<number, string> {
  const namesOf = (songIds: ArrayLike<number>, name: string) =>
    Array.from(songIds, (songId) => [songId, name] as const);
  const event = events.find(({ id }) => id === trace.event?.id);
  const ofEvents = new Set(events.flatMap((one) => ("category" in one ? [one.category.id] : [])));
  const ownId = event && "category" in event ? event.category.id : undefined;
  if (event && "songIds" in event && trace.category === null)
    return new Map(namesOf(event.songIds, event.name));
  const open = categories.filter(({ id }) =>
    ownId === undefined ? !ofEvents.has(id) : id === ownId,
  );
  // of several categories with a song, the last one wins: the one called in this place
  open.sort(
    (one, other) => Number(one.id === trace.category?.id) - Number(other.id === trace.category?.id),
  );
  return new Map(open.flatMap(({ songIds, name }) => namesOf(songIds, name)));
}

const costOf = ({ broken, pauseSeconds }: Pick<SongRating, "broken"> & { pauseSeconds: number }) =>
  broken.length + (pauseSeconds > 0 ? 1 : 0);
const restOf = ({ rest }: Pick<SongRating, "rest">) => rest.seconds ?? Number.MAX_SAFE_INTEGER;
