import { byStore, groupBy } from "#contract/base/group-by";
import type { PlayOut } from "#contract/player/endpoints";
import type { Scope } from "../../access/scope.ts";
import type { Tx } from "../../db/types.ts";
import { findLogsInForce } from "../schedule/index.ts";
import { type MediaRef, makeMediaKey, readMediaId } from "./media-id.ts";
import { findStoredPool, positionAt, positionsWithin, type Span } from "./verification.queries.ts";
import { type Item, itemOnDay, type Position } from "./verification.ts";

/**
 * `at` is in epoch milliseconds; `tooFar` says why that cannot be taken; `ref` is the position it
 * names.
 */
export type ReportedPlay = {
  storeId: number;
  index: number;
  play: PlayOut;
  ref: PositionRef | undefined;
  at: number;
  tooFar: string | undefined;
};
type PositionRef = { logId: number; position: number };
export type ScopedTx = { scope: Scope; tx: Tx };

/**
 * By store: finds a play's item (undefined for one that is in none of the store's logs), and the
 * positions it may be of instead of the named one.
 */
export async function findItems({ scope, tx }: ScopedTx, reportedPlays: ReportedPlay[]) {
  const plays = byStore(reportedPlays);
  const logIds = [...new Set(reportedPlays.flatMap(({ ref }) => ref?.logId ?? []))];
  const all = spanOf(reportedPlays);
  const inForce = { logIds, from: new Date(all.from), to: new Date(all.to) };
  const [logs, pools] = await Promise.all([
    logIds.length > 0 ? findLogsInForce(scope, tx, [...plays.keys()], inForce) : [],
    Promise.all(
      [...plays].map(
        async ([storeId, own]) => [storeId, await findPool({ scope, tx }, storeId, own)] as const,
      ),
    ),
  ]);
  const logsOf = byStore(logs);
  const poolOf = new Map(pools);
  return (storeId: number) => {
    const ownLogs = logsOf.get(storeId) ?? [];
    const logOf = new Map(ownLogs.map((log) => [log.id, log]));
    // a play counts whichever version of the file was heard
    const matchOf = ({ ref, play: { mediaId, insteadOf } }: ReportedPlay) => {
      const log = ref && logOf.get(ref.logId);
      const namedPosition = log && positionAt(log, ref.position);
      const item =
        mediaId === undefined
          ? namedPosition
          : poolOf.get(storeId)?.get(makeMediaKey(readMediaId(mediaId)));
      return item && (namedPosition || insteadOf === undefined)
        ? { item, namedPosition }
        : undefined;
    };
    // rarely needed: players use the log in force
    let byItem: ReadonlyMap<string, readonly Position[]> | undefined;
    const positionsLike = (position: Position) => {
      byItem ??= groupBy(positionsWithin(ownLogs, spanOf(plays.get(storeId) ?? [])), itemOnDay);
      return byItem.get(itemOnDay(position)) ?? [];
    };
    return { matchOf, positionsLike };
  };
}

/** Finds the items that a store's substitutes may be of, by kind and ID ("song-12"). */
async function findPool(
  { scope, tx }: ScopedTx,
  storeId: number,
  reportedPlays: ReportedPlay[],
): Promise<ReadonlyMap<string, Item>> {
  const media = reportedPlays.flatMap(({ play }) =>
    play.mediaId === undefined ? [] : readMediaId(play.mediaId),
  );
  if (media.length === 0) return new Map();
  const idsOf = (kind: MediaRef["kind"]) =>
    media.filter((one) => one.kind === kind).map(({ id }) => id);
  return findStoredPool(scope, tx, {
    storeId,
    media: { songIds: idsOf("song"), spotIds: idsOf("spot") },
    span: spanOf(reportedPlays),
  });
}

const spanOf = (reportedPlays: ReportedPlay[]): Span => ({
  from: Math.min(...reportedPlays.map(({ at }) => at)),
  to: Math.max(...reportedPlays.map(({ at }) => at)),
});

/**
 * An item id is the log's id and the position in it, as player/schedule gives it: nothing else is
 * looked up.
 */
export function positionRefOf(itemId: string | undefined): PositionRef | undefined {
  const parts = /^([1-9]\d{0,14})-(0|[1-9]\d{0,4})$/.exec(itemId ?? "");
  return parts ? { logId: Number(parts[1]), position: Number(parts[2]) } : undefined;
}
