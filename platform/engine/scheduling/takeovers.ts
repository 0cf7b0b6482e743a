import type { DayClock } from "./day-clock";
import type { GroupDayInput, SchedulingEvent } from "./input";

/** A stretch of the day, in elapsed seconds, in which one event has taken over. */
export type Takeover = { from: number; to: number; event: SchedulingEvent };

/**
 * Resolves which event plays when: where several hold, the first of the list. The stretches are
 * disjoint and in order. Each runs from the first occurrence of its beginning to the last of its
 * end, as opening hours do, so a repeated hour is not given back in between. A border at which no
 * song of `shortSong` seconds has room between it and a TOH moves to that TOH: nobody hears the
 * music stop.
 */
export function takeoversOf(
  events: readonly SchedulingEvent[],
  spots: GroupDayInput["spots"],
  clock: DayClock,
  shortSong: number,
): Takeover[] {
  const tops = spots
    .filter(({ kind }) => kind === "TOH")
    .flatMap((top) =>
      clock
        .elapsedAt(top.at)
        .slice(0, 1)
        .map((at) => ({ ...top, at })),
    );
  const borderAt = (at: number) => {
    const near = tops.find(
      (top) => top.at - shortSong < at && at < top.at + top.durationSeconds + shortSong,
    );
    if (!near) return at;
    return at <= near.at ? near.at : near.at + near.durationSeconds;
  };
  const claims = events.map((event) => ({
    event,
    from: borderAt(clock.startOf(event.from)),
    to: borderAt(clock.endOf(event.to)),
  }));
  const edges = [...new Set(claims.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const takeovers: Takeover[] = [];
  for (const [place, to] of edges.slice(1).entries()) {
    const from = edges[place] as number;
    const event = claims.find((claim) => claim.from <= from && to <= claim.to)?.event;
    const last = takeovers.at(-1);
    if (!event) continue;
    if (last?.event === event && last.to === from) last.to = to;
    else takeovers.push({ from, to, event });
  }
  return takeovers;
}

/** The seconds at which the music changes hands: an event takes over or gives back. */
export const handoversOf = (takeovers: readonly Takeover[]): number[] =>
  [...new Set(takeovers.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
