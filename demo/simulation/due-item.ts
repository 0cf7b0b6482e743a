import type { ItemKind } from "#contract/player/endpoints";
import type { LogItem, Play } from "../player/playing.ts";

/** An item of a published log with facts to verify its play. `id` is the song's or the spot's. */
export type DueItem = Omit<LogItem, "kind"> & {
  kind: ItemKind;
  logId: number;
  id: number;
  seconds: number;
  campaignId: number | null;
  day: string;
};
/** The items published for a store from an instant on, until the next look. */
export type PublishedItems = {
  from: number;
  items: readonly DueItem[];
  logIds: ReadonlySet<number>;
  isActive: boolean;
};

/** A play as it really happened, with the position that it was for. */
export type ActualPlay = Play & {
  at: number;
  due: DueItem | undefined;
  item: Pick<DueItem, "kind" | "id" | "seconds">;
  isActive: boolean;
};

/** An item plays for its position if it starts within this time (ms) of it. */
export const dueWithin = 10 * 60_000;

/**
 * Finds the position in force that a play belongs to: the one it names, or if that is of another
 * version, the nearest of the same item.
 */
export function positionOf(
  logItem: DueItem,
  at: number,
  { items, logIds }: PublishedItems,
): DueItem | undefined {
  if (logIds.has(logItem.logId)) return logItem;
  return items
    .filter(
      ({ kind, id, startsAt, day }) =>
        kind === logItem.kind &&
        id === logItem.id &&
        day === logItem.day &&
        Math.abs(at - startsAt) <= dueWithin,
    )
    .sort((a, b) => Math.abs(at - a.startsAt) - Math.abs(at - b.startsAt))[0];
}

export function lengthFault({
  seconds,
  skipped,
  item,
  due,
}: Pick<ActualPlay, "seconds" | "skipped" | "item" | "due">) {
  const { kind, seconds: length } = due ?? item;
  if (seconds > length + 2) return "TOO_LONG";
  return seconds < (skipped && kind === "MUSIC" ? Math.min(30, length * 0.95) : length * 0.95)
    ? "TOO_SHORT"
    : null;
}
