import { type AlertKind, alertSettingLimits } from "#contract/alerts/words";
import type { alert } from "../platform/db/schema/alerts.ts";
import { behaviourOf, faultOn, hoursOn, instantOf, isOpenAt, troubleSince } from "./behaviour.ts";
import { companies } from "./companies.ts";
import { addDays, localClock } from "./local-clock.ts";
import { hash } from "./random.ts";
import type { DemoShop } from "./shops.ts";

type Row = typeof alert.$inferInsert;

const minuteMs = 60_000;
const { offlineMinutes, silentMinutes, lowVolumeMinutes } = alertSettingLimits;
/** The user who acknowledges a company's alerts. */
const watchers = new Map<number, string>([
  [companies.northwind.id, "client.admin"],
  [companies.brightmart.id, "brightmart.admin"],
]);

/**
 * The alerts that the product's job would have raised for a date's faults; today also those that
 * still last.
 */
export function alertsOn(shops: readonly DemoShop[], day: string, now: Date): Row[] {
  return shops.flatMap((shop) => {
    const past = passingAlert(shop, day, now);
    const isToday = localClock(shop.timeZone, now).day === day && shop.status === "active";
    return [...(past ? [past] : []), ...(isToday ? lastingAlerts(shop, now) : [])];
  });
}

function passingAlert(shop: DemoShop, day: string, now: Date): Row | undefined {
  const fault = faultOn(shop, day);
  if (!fault) return undefined;
  const beganAt = instantOf(shop.timeZone, day, fault.from);
  const isOff = fault.kind === "off";
  // it is over with the next heartbeat, or the end of the next song
  const endedAt = new Date(
    instantOf(shop.timeZone, day, fault.to).getTime() + (isOff ? 1 : 5) * minuteMs,
  );
  const until = shop.status === "inactive" && shop.statusSince < now ? shop.statusSince : now;
  if (beganAt >= until || endedAt > (troubleSince(shop.id, now) ?? endedAt)) return undefined;
  const row = alertOf(
    shop,
    isOff ? "offline" : "silent",
    beganAt,
    isOff ? offlineMinutes.usual : silentMinutes.usual,
  );
  if (row.raisedAt > until || row.raisedAt >= endedAt) return undefined;
  return endedAt <= until ? { ...row, endedAt, ending: "recovered", recoveryToldAt: endedAt } : row;
}

/** Gives alerts for faults that began before the demo's first day. */
function lastingAlerts(shop: DemoShop, now: Date): Row[] {
  const behaviour = behaviourOf(shop.id);
  const { day } = localClock(shop.timeZone, now);
  const hours = hoursOn(shop, day);
  if (behaviour === "low volume") {
    const since = instantOf(shop.timeZone, addDays(day, -40 - (shop.id % 9)), hours?.opens ?? 720);
    return [alertOf(shop, "low-volume", since, lowVolumeMinutes.usual)];
  }
  const trouble = troubleSince(shop.id, now);
  if (!trouble) return [];
  const since = isOpenAt(shop, trouble)
    ? trouble
    : hours && isOpenAt(shop, now)
      ? instantOf(shop.timeZone, day, hours.opens)
      : undefined;
  if (!since) return [];
  const lasting = [
    behaviour === "offline"
      ? alertOf(shop, "offline", since, offlineMinutes.usual)
      : alertOf(shop, "silent", since, silentMinutes.usual),
    ...(behaviour === "not playing"
      ? [alertOf(shop, "not-playing", trouble, 24 * 60 + silentMinutes.usual)]
      : []),
  ];
  return lasting.filter(({ raisedAt }) => raisedAt <= now);
}

function alertOf(
  { companyId, id: storeId }: DemoShop,
  kind: AlertKind,
  beganAt: Date,
  minutes: number,
) {
  const raisedAt = new Date(beganAt.getTime() + minutes * minuteMs);
  const watcher =
    hash(`note ${storeId} ${beganAt.toISOString()}`) % 3 === 0
      ? watchers.get(companyId)
      : undefined;
  return {
    companyId,
    storeId,
    kind,
    beganAt,
    watchedFrom: beganAt,
    watchedAt: raisedAt,
    raisedAt,
    toldAt: raisedAt,
    ...(watcher && {
      acknowledgedBy: watcher,
      acknowledgedAt: new Date(raisedAt.getTime() + 4 * minuteMs),
      note: "The store was called.",
    }),
  };
}
