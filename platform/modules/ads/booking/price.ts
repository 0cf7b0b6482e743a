import { type CampaignPriority, isPrime } from "#contract/ads/words";
import type { Paise } from "#contract/base/money";
import type { SpotKind } from "#contract/schedule/positions";
import type { StoreSettings } from "../settings/store-settings.ts";

/** Plays by hour in one store, added up over the dates of a weekday (0 is Sunday). */
export type PlaysOfWeekday = { storeId: number; weekday: number; plays: readonly number[] };
export type Rates = { usual: Paise | null; prime: Paise | null };

/** The rates of a campaign by a rate card; a house ad is the company's own and costs nothing. */
export const ratesOf = (
  { kind, priority }: { kind: SpotKind; priority: CampaignPriority },
  card: Readonly<Record<SpotKind, Rates>>,
): Rates => (priority === "HOUSE" ? { usual: null, prime: null } : card[kind]);

/**
 * Prices plays in paise: a second of an ad, or a play of the other kinds, by its rate, prime hours
 * by theirs (docs/domain.md section 6). `seconds` is the length of one play, for a rotation its
 * mean. Null without a rate card. Also gives the number of plays in prime hours.
 */
export function priceOf(
  { kind, seconds, rates }: { kind: SpotKind; seconds: number; rates: Rates },
  plays: readonly PlaysOfWeekday[],
  settings: ReadonlyMap<number, Pick<StoreSettings, "primeHours">>,
): { price: Paise | null; primePlays: number } {
  let usual = 0;
  let prime = 0;
  for (const { storeId, weekday, plays: byHour } of plays) {
    const primeHours = settings.get(storeId)?.primeHours ?? [];
    for (const [hour, count] of byHour.entries()) {
      if (isPrime({ primeHours }, weekday, hour)) prime += count;
      else usual += count;
    }
  }
  return { price: costOf({ kind, seconds, rates }, { usual, prime }), primePlays: prime };
}

/** Prices numbers of plays in usual and in prime hours, in paise; null without a rate card. */
export function costOf(
  { kind, seconds, rates }: { kind: SpotKind; seconds: number; rates: Rates },
  plays: { usual: number; prime: number },
): Paise | null {
  if (rates.usual === null && rates.prime === null) return null;
  return Math.round(
    (plays.usual * (rates.usual ?? 0) + plays.prime * (rates.prime ?? 0)) *
      (kind === "AD" ? seconds : 1),
  );
}

/** The mean length of a play of a rotation, in seconds: each spot by its share. */
export function meanSeconds(spots: readonly { weight: number; seconds: number }[]): number {
  const weights = spots.reduce((sum, { weight }) => sum + weight, 0);
  return weights === 0
    ? 0
    : spots.reduce((sum, { weight, seconds }) => sum + weight * seconds, 0) / weights;
}
