import type { PlayOut, PlayOutReceipt } from "#contract/player/endpoints";
import { playOutDaysBack, playOutMinutesAhead } from "#contract/player/limits";
import type { ScopedCall } from "../../http/context.ts";
import { findKnownEvents, findLoggedItems, insertPlays, lockStoreState, moveLastPlayed, type NewPlay } from "./player.queries.ts";
import { findPlayer } from "./player.service.ts";

/**
 * Takes a batch of play-outs (docs/domain.md section 4): each event id of a store counts once, whatever the order, repeats and lateness, also
 * when it comes again with another time. Those that cannot be (too old, ahead of time, no item of the store's own logs) are refused by
 * index while the others are taken. Log, daily totals and the store's last play change together or not at all.
 */
export async function recordPlayOuts(
  call: Pick<ScopedCall, "scope" | "caller" | "database" | "db" | "now">,
  batch: PlayOut[],
): Promise<PlayOutReceipt> {
  const { scope, database, now } = call;
  const { store, openedBy } = await findPlayer(call);
  if (openedBy !== undefined) {
    const reason = `${openedBy} opened this player. Plays there are not recorded, because the store did not hear them.`;
    return { accepted: 0, duplicates: 0, refused: batch.map(({ eventId }, index) => ({ index, eventId, reason })) };
  }
  return database.transaction(async (tx) => {
    await lockStoreState(scope, tx, store.id);
    const knownEvents = await findKnownEvents(
      scope,
      tx,
      store.id,
      batch.map(({ eventId }) => eventId),
    );
    const itemRefs = batch.flatMap(({ itemId }) => itemOf(itemId) ?? []);
    const items = await findLoggedItems(scope, tx, store.id, itemRefs);
    const receipt: PlayOutReceipt = { accepted: 0, duplicates: 0, refused: [] };
    const plays: NewPlay[] = [];
    for (const [index, { eventId, itemId, startedAt, seconds }] of batch.entries()) {
      if (knownEvents.has(eventId)) {
        receipt.duplicates++;
        continue;
      }
      const item = items.get(itemId);
      const reason = item ? refusalOfTime(startedAt, now) : "This item is not in any log of this store.";
      if (reason || !item) {
        receipt.refused.push({ index, eventId, reason: reason ?? "" });
        continue;
      }
      knownEvents.add(eventId);
      plays.push({ ...item, eventId, startedAt: new Date(startedAt).toISOString(), seconds });
    }
    if (plays.length === 0) return receipt;
    receipt.accepted = await insertPlays(scope, tx, store, plays, now);
    if (receipt.accepted !== plays.length) throw new Error("a play-out was written beside its store's lock");
    await moveLastPlayed(scope, tx, store.id, lastInstant(plays, now));
    return receipt;
  });
}

/** An item id is the log's id and the position in it, as player/schedule gives it: nothing else is looked up. */
function itemOf(itemId: string): { logId: number; position: number } | undefined {
  const parts = /^([1-9]\d{0,14})-(0|[1-9]\d{0,4})$/.exec(itemId);
  return parts ? { logId: Number(parts[1]), position: Number(parts[2]) } : undefined;
}

function refusalOfTime(startedAt: string, now: Date): string | undefined {
  const at = Date.parse(startedAt);
  if (!(at >= now.getTime() - playOutDaysBack * 86_400_000)) return `This play is more than ${playOutDaysBack} days old.`;
  if (at > now.getTime() + playOutMinutesAhead * 60_000) return `This play is more than ${playOutMinutesAhead} minutes in the future.`;
  return undefined;
}

/** When the last of the plays ended; a clock that is ahead does not reach into the future. */
const lastInstant = (plays: NewPlay[], now: Date) =>
  new Date(Math.min(now.getTime(), Math.max(...plays.map(({ startedAt, seconds }) => Date.parse(startedAt) + seconds * 1000))));
