import { randomUUID } from "node:crypto";
import type { ItemKind, PlayOut, PlayOutReceipt } from "#contract/player/endpoints";
import { playerVersion, playOutsABatch } from "#contract/player/limits";
import type { UnverifiedReason } from "#contract/player/words";
import type { StoreBeat } from "../../platform/modules/telemetry/index.ts";
import type { Shop } from "../behaviour.ts";
import { type LogItem, type Play, type Player, playUntil, switchedOn } from "../player/playing.ts";
import { type Random, seededRandom } from "../random.ts";
import { type Account, type NamedFault, noMinutes } from "./account.ts";
import { type Faults, isWithin, type Span } from "./faults.ts";
import { openingClock, type WallClock } from "./wall-clock.ts";

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
export type Published = {
  from: number;
  items: readonly DueItem[];
  logIds: ReadonlySet<number>;
  isActive: boolean;
};
export type SimulatedShop = Pick<Shop, "id" | "hours" | "exceptions" | "volume"> & {
  threshold: number;
};

type Happened = Play & {
  at: number;
  due: DueItem | undefined;
  item: Pick<DueItem, "kind" | "id" | "seconds">;
  isActive: boolean;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dueWithin = 10 * minuteMs;
/**
 * Older items are not reported: a device that was offline for days went on with its stored ones.
 */
const longestAway = 8 * 24 * hourMs;
/**
 * Players are switched on this long before their store opens, and off this long after it closes.
 */
const aroundOpening = 30 * minuteMs;

/**
 * A store with its player and its faults. Writes what really happens to the account; the platform
 * learns only what is reported.
 */
export function simulatedStore(
  shop: SimulatedShop,
  wall: WallClock,
  faults: Faults,
  account: Account,
  seed: string,
) {
  const random: Random = seededRandom(`tells ${seed} ${shop.id}`);
  const isOpenAt = openingClock(shop, wall);
  const itemsById = new Map<string, DueItem>();
  const media = new Map<string, Pick<DueItem, "kind" | "id" | "seconds">>();
  const pending = new Map<number, DueItem>();
  /** Instants of positions with a reported, valid play. */
  const verified = new Set<number>();
  let untold: (Happened & { eventId: string })[] = [];
  let substitutes: { at: number; seconds: number }[] = [];
  let player: Player = switchedOn(0);
  /** The times in which it last played a stand-in because its log had ended. */
  let ranOut: Span[] = [];
  /** The logs that the device has held, the latest first. */
  let holdings: { from: number; items: readonly DueItem[] }[] = [];
  let [published, before]: [Published | undefined, Published | undefined] = [undefined, undefined];

  /**
   * Runs the store from an instant to another, both on a minute, with what is published then.
   * Gives its heartbeats.
   */
  function live(next: Published, to: number): StoreBeat[] {
    [before, published] = [published, next];
    for (const item of next.items) {
      itemsById.set(item.itemId, item);
      if (item.mediaId !== null) media.set(item.mediaId, item);
      if (item.startsAt >= next.from && item.startsAt < to) pending.set(item.startsAt, item);
    }
    for (const [itemId, { startsAt }] of itemsById)
      if (startsAt < next.from - longestAway) itemsById.delete(itemId);
    if (player.now === 0) player = switchedOn(next.from);
    const sounds: Span[] = [];
    for (const { from, to: until } of segmentsOf(faults, next.from, to))
      liveSegment(next, from, until, sounds);
    if (player.sound) sounds.push({ from: player.sound.from, to });
    settleUnplayed(to);
    holdings = holdings.slice(0, 2);
    return beatsOf(next, to, sounds);
  }

  function liveSegment(next: Published, from: number, to: number, sounds: Span[]) {
    const isOff = isWithin(faults.off, from);
    if (!isOff && !isWithin(faults.offline, from))
      holdings.unshift({ from, items: next.isActive ? next.items : [] });
    if (isOff || isWithin(faults.silent, from)) {
      // loses what sounded: a device that is switched off reports nothing of it
      player = { ...switchedOn(to), lastStarts: player.lastStarts };
      return;
    }
    const passed = playUntil({ ...player, items: holdings[0]?.items ?? [] }, to, {
      secondsOf: (mediaId) => (faults.lacks(mediaId) ? undefined : media.get(mediaId)?.seconds),
      skipAfter: ({ itemId }) => faults.skips(itemId),
    });
    player = passed.player;
    for (const play of passed.plays) {
      sounds.push({ from: play.from, to: play.from + play.seconds * 1000 });
      happen(play);
    }
  }

  /** Records a play, and the result for the position that it was for. */
  function happen(play: Play) {
    if (play.reason === "NO_LOG")
      ranOut = [{ from: play.from, to: play.from + play.seconds * 1000 }];
    const wrong = faults.wrongClock.find(({ from, to }) => from <= play.from && play.from < to);
    const inForce = before && published && play.from < published.from ? before : published;
    const logItem = itemsById.get(play.itemId ?? play.insteadOf ?? "");
    const at = play.from + (wrong?.ahead ?? 0);
    const item = play.mediaId === undefined ? logItem : media.get(play.mediaId);
    if (!inForce || !item) throw new Error(`store ${shop.id} played what is in none of its logs`);
    const due = logItem && positionOf(logItem, play.from, inForce);
    const isDue = due && Math.abs(at - due.startsAt) <= dueWithin;
    const happened = {
      ...play,
      at,
      item,
      due: isDue && play.itemId ? due : undefined,
      isActive: inForce.isActive,
    };
    if (play.seconds >= 1) untold.push({ ...happened, eventId: randomUUID() });
    if (due) settle(due, wrong ? "WRONG_CLOCK" : faultOf(happened, due));
  }

  function faultOf(play: Happened, due: DueItem): NamedFault | null {
    if (play.insteadOf) return play.reason === "SKIPPED" ? "SKIPPED" : "MISSING_FILE";
    if (lengthFault(play) === null && play.isActive) return null;
    if (!play.isActive) return "STORE_INACTIVE";
    return play.skipped ? "SKIPPED" : (causeOf(due) ?? "UNEXPLAINED");
  }

  function settle(due: DueItem, fault: NamedFault | null) {
    if (!pending.delete(due.startsAt)) return;
    const { kind, campaignId, startsAt } = due;
    account.recordDuePosition({
      storeId: shop.id,
      day: wall(startsAt).day,
      kind,
      campaignId,
      fault,
    });
  }

  /** Settles positions that have not played by now, except the one that still plays. */
  function settleUnplayed(to: number) {
    const sounding =
      player.sound && itemsById.get(player.sound.itemId ?? player.sound.insteadOf ?? "");
    for (const due of pending.values())
      if (due.endsAt <= to && due.startsAt !== sounding?.startsAt)
        settle(due, causeOf(due) ?? "UNEXPLAINED");
  }

  function causeOf(due: DueItem): NamedFault | undefined {
    const meets = (spans: readonly Span[]) =>
      spans.some(({ from, to }) => from < due.endsAt && to > due.startsAt);
    if (meets(faults.off)) return "SWITCHED_OFF";
    if (meets(faults.silent)) return "SILENT";
    if (!published?.isActive) return "STORE_INACTIVE";
    if (due.mediaId === null || faults.lacks(due.mediaId)) return "MISSING_FILE";
    const [holding, earlier] = holdings.filter(({ from }) => from <= due.startsAt);
    const held = holding?.items ?? [];
    if (!held.some(({ logId }) => logId === due.logId))
      return held.some(({ day }) => day === due.day) ? "OTHER_VERSION" : "NO_LOG";
    const sound =
      player.sound?.reason === "NO_LOG"
        ? [{ from: player.sound.from, to: player.sound.until }]
        : [];
    if (meets([...ranOut, ...sound])) return "NO_LOG";
    const takenUp = holding?.from ?? 0;
    const sounded = earlier?.items.find(
      ({ startsAt, endsAt }) => startsAt <= takenUp && takenUp < endsAt,
    );
    return sounded && sounded.logId !== due.logId && sounded.endsAt > due.startsAt
      ? "OTHER_VERSION"
      : undefined;
  }

  /**
   * The player's heartbeats while it is up and reaches the platform, those of an hour that say the
   * same as one; the minutes of the account are those in which the store is open.
   */
  function beatsOf(
    { from, isActive }: Published,
    to: number,
    sounds: readonly Span[],
  ): StoreBeat[] {
    const beats: (StoreBeat & { minutes: number })[] = [];
    const late = (shop.id % 50) * 1000;
    const inStep = (spans: readonly Span[]) =>
      spans.filter((span) => span.from <= to && span.to >= from);
    const off = inStep(faults.off);
    const offline = inStep(faults.offline);
    const quiet = inStep(faults.quiet);
    const around = aroundOpening / minuteMs;
    const open = Array.from({ length: (to - from) / minuteMs + 2 * around }, (_, n) =>
      isOpenAt(from + (n - around) * minuteMs),
    );
    let sound = 0;
    let lastBeat: { until: number; hourAt: number } | undefined;
    let hour: { hourAt: number; day: string; minutes: ReturnType<typeof noMinutes> } | undefined;
    const flush = () => hour && account.recordHour({ storeId: shop.id, ...hour });
    for (let minute = from, place = around; minute < to; minute += minuteMs, place++) {
      const isOpen = open[place];
      if (!isOpen && !open[place - around] && !open[place + around]) continue;
      const { day, minute: ofDay } = wall(minute);
      const hourAt = minute - (ofDay % 60) * minuteMs;
      const at = minute + late;
      while ((sounds[sound]?.to ?? Number.POSITIVE_INFINITY) <= at) sound++;
      const isHeard = !isWithin(off, at) && !isWithin(offline, at);
      const volume = isWithin(quiet, at) ? shop.threshold - 1 : shop.volume;
      const playing = (sounds[sound]?.from ?? Number.POSITIVE_INFINITY) <= at;
      if (isHeard) {
        const before = beats.at(-1);
        const isSame =
          before?.volume === volume &&
          before.playing === playing &&
          lastBeat?.until === minute &&
          lastBeat.hourAt === hourAt;
        if (before && isSame) before.minutes++;
        else
          beats.push({
            storeId: shop.id,
            at: new Date(at),
            minutes: 1,
            volume,
            playing,
            version: playerVersion,
          });
        lastBeat = { until: minute + minuteMs, hourAt };
        account.recordHeartbeat(shop.id, at, volume);
      }
      if (!isOpen || !isActive) continue;
      if (hour?.hourAt !== hourAt || hour.day !== day) {
        flush();
        hour = { hourAt, day, minutes: noMinutes() };
      }
      const { minutes } = hour;
      minutes.open++;
      if (!isHeard) continue;
      minutes.online++;
      if (playing) minutes.playing++;
      if (volume < shop.threshold) minutes.quiet++;
      minutes.sum += volume;
      minutes.least = Math.min(minutes.least, volume);
      minutes.most = Math.max(minutes.most, volume);
      minutes.lastSeenAt = minute;
    }
    flush();
    return beats;
  }

  /**
   * Reports its plays, if it reaches the platform: in batches as they come, some of them
   * twice, in a wrong order, or held back until the next time. In the end (`all`) nothing is held
   * back.
   */
  async function tell(
    now: number,
    report: (batch: PlayOut[], clock: string) => Promise<PlayOutReceipt>,
    all = false,
  ): Promise<void> {
    const reaches = all || !(isWithin(faults.off, now - 1) || isWithin(faults.offline, now - 1));
    if (!reaches || untold.length === 0) return;
    let batch = random.chance(0.2) ? random.shuffle(untold) : untold;
    const heldBack = !all && random.chance(0.1) ? batch.slice(batch.length >> 1) : [];
    batch = batch.slice(0, batch.length - heldBack.length);
    untold = heldBack;
    const clock = new Date(now + faults.clockAhead).toISOString();
    for (let first = 0; first < batch.length; first += playOutsABatch) {
      const part = batch.slice(first, first + playOutsABatch);
      const expected = accountOf(part, now);
      const plays = part.map((play) => asPlayOut(play, faults.clockAhead));
      compareReceipt(await report(plays, clock), part, expected);
      if (random.chance(0.1)) {
        const again = await report(random.chance(0.5) ? random.shuffle(plays) : plays, clock);
        if (again.duplicates !== plays.length)
          account.disputes.push(`${shop.id}: ${plays.length - again.duplicates} counted twice`);
      }
    }
  }

  /**
   * Gives the expected verdict on each play of a batch, by event ID. Within a batch the earliest
   * play comes first.
   */
  function accountOf(batch: typeof untold, now: number): Map<string, UnverifiedReason | null> {
    const expected = new Map<string, UnverifiedReason | null>();
    for (const play of [...batch].sort((a, b) => a.at - b.at)) {
      const reason = reasonOf(play, now);
      expected.set(play.eventId, reason);
      const { due, item, seconds, at } = play;
      account.recordPlay({
        storeId: shop.id,
        day: wall(at).day,
        kind: due?.kind ?? item.kind,
        itemId: item.id,
        startedAt: at,
        seconds,
        reason,
        reportedAt: now,
        campaignId: due?.campaignId ?? null,
        dueDay: due ? wall(due.startsAt).day : null,
      });
    }
    return expected;
  }

  function reasonOf(play: Happened, now: number): UnverifiedReason | null {
    const { at, seconds, mediaId, due, isActive } = play;
    if (!isActive) return "STORE_INACTIVE";
    if (at + seconds * 1000 > now + minuteMs) return "FUTURE";
    if (mediaId === undefined && !due) return "NOT_DUE";
    const length = lengthFault(play);
    if (length) return length;
    if (due) {
      if (verified.has(due.startsAt)) return "DUPLICATE";
      verified.add(due.startsAt);
      return null;
    }
    const overlaps = (one: { at: number; seconds: number }) =>
      Math.min(at + seconds * 1000, one.at + one.seconds * 1000) - Math.max(at, one.at) >
      Math.min(5_000, seconds * 500, one.seconds * 500);
    if (substitutes.some(overlaps)) return "DUPLICATE";
    substitutes = [...substitutes.filter((one) => one.at > at - 10 * 24 * hourMs), { at, seconds }];
    return "SUBSTITUTE";
  }

  function compareReceipt(
    receipt: PlayOutReceipt,
    batch: typeof untold,
    expected: Map<string, UnverifiedReason | null>,
  ) {
    const receiptReasons = new Map<string, string>(
      receipt.unverified.map(({ eventId, reason }) => [eventId, reason]),
    );
    for (const { eventId, reason } of receipt.refused) receiptReasons.set(eventId, reason);
    for (const play of batch) {
      const is = expected.get(play.eventId) ?? null;
      const receiptReason = receiptReasons.get(play.eventId) ?? null;
      if (is !== receiptReason)
        account.disputes.push(
          `store ${shop.id}, ${new Date(play.at).toISOString()}, ${play.seconds} s of ${play.itemId ?? play.mediaId} (${play.item.kind} ${play.item.id}), begun ${new Date(play.from).toISOString()}: ${is}, received as ${receiptReason}`,
        );
    }
  }

  return { id: shop.id, live, tell };
}
export type SimulatedStore = ReturnType<typeof simulatedStore>;

/**
 * Finds the position in force that a play belongs to: the one it names, or if that is of another
 * version, the nearest of the same item.
 */
function positionOf(
  logItem: DueItem,
  at: number,
  { items, logIds }: Published,
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

function lengthFault({
  seconds,
  skipped,
  item,
  due,
}: Pick<Happened, "seconds" | "skipped" | "item" | "due">) {
  const { kind, seconds: length } = due ?? item;
  if (seconds > length + 2) return "TOO_LONG";
  return seconds < (skipped && kind === "MUSIC" ? Math.min(30, length * 0.95) : length * 0.95)
    ? "TOO_SHORT"
    : null;
}

/**
 * Cut where a fault begins or ends, so that in each part the store stays in the state of its first
 * instant.
 */
function segmentsOf({ off, silent, offline }: Faults, from: number, to: number): Span[] {
  const cuts = [off, silent, offline].flat().flatMap((span) => [span.from, span.to]);
  const ends = [...new Set([from, ...cuts.filter((at) => at > from && at < to), to])].sort(
    (a, b) => a - b,
  );
  return ends.slice(1).map((end, n) => ({ from: ends[n] ?? from, to: end }));
}

function asPlayOut(
  {
    eventId,
    at,
    seconds,
    itemId,
    mediaId,
    insteadOf,
    reason,
    skipped,
  }: Happened & { eventId: string },
  ahead: number,
): PlayOut {
  return {
    eventId,
    startedAt: new Date(at + ahead).toISOString(),
    seconds,
    ...(itemId !== undefined && { itemId }),
    ...(mediaId !== undefined && { mediaId, insteadOf, reason }),
    ...(skipped && { skipped }),
  };
}

/** The times in which a shop is open between two instants. */
export function openingsOf(
  shop: Pick<Shop, "hours" | "exceptions">,
  wall: WallClock,
  from: number,
  to: number,
): Span[] {
  const openings: Span[] = [];
  const isOpenAt = openingClock(shop, wall);
  let begins: number | undefined;
  for (let at = from; at <= to; at += 5 * minuteMs) {
    const isOpen = at < to && isOpenAt(at);
    if (isOpen) begins ??= at;
    // a shop that never closes gets a new opening each day
    if (begins !== undefined && (!isOpen || at - begins >= 24 * hourMs)) {
      openings.push({ from: begins, to: at });
      begins = undefined;
    }
  }
  return openings;
}
