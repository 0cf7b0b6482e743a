import { playerVersion } from "#contract/player/limits";
import type { StoreBeat } from "../../platform/modules/telemetry/index.ts";
import type { Shop } from "../behaviour.ts";
import { type Account, noMinutes } from "./account.ts";
import { type Faults, isWithin, type Span } from "./faults.ts";
import type { WallClock } from "./wall-clock.ts";

const minuteMs = 60_000;

/** Players are on this long (ms) before their store opens, and after it closes. */
const aroundOpening = 30 * minuteMs;

type Parts = {
  shop: Pick<Shop, "id" | "volume"> & { threshold: number };
  wall: WallClock;
  faults: Faults;
  account: Account;
  isOpenAt: (at: number) => boolean;
};
/** A time, both ends on a minute, and when in it the player sounds. */
type Step = { from: number; to: number; isActive: boolean; sounds: readonly Span[] };

/**
 * The player's heartbeats while it is up and reaches the platform, those of an hour that say the
 * same as one; the minutes of the account are those in which the store is open.
 */
export function heartbeatsOf(
  { shop, wall, faults, account, isOpenAt }: Parts,
  { from, to, isActive, sounds }: Step,
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
