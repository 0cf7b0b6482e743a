import type { StoreBreaks } from "#contract/schedule/day-figures";
import type { DaySummary } from "#contract/schedule/positions";
import { findCountries } from "../../places/index.ts";
import type { DayInputs } from "./day-inputs.ts";
import { breaksMore, type LogBreaks } from "./make-days.ts";

export async function countryNames(): Promise<(country: string) => string> {
  const names = new Map((await findCountries()).map(({ id, countryName }) => [id, countryName]));
  return (country) => names.get(country) ?? country;
}

/** Finds the logs that break more rules than their group's day, the worst first. */
export function brokenByStores(
  stores: DayInputs["stores"],
  ofGroup: Pick<DaySummary, "violations">,
  logs: readonly (LogBreaks & { storeIds: readonly number[] })[],
  countryName: (country: string) => string,
): StoreBreaks[] {
  const byId = new Map(stores.map(({ store }) => [store.id, store]));
  const broken = logs.flatMap(({ storeIds, breaks, causes, licensed, songs }) => {
    const ofLog = storeIds.flatMap((id) => byId.get(id) ?? []);
    const [first] = ofLog;
    if (!first || !breaksMore({ breaks, causes }, ofGroup)) return [];
    const names = ofLog.map(({ id, code, name }) => ({ id, storeCode: code, storeName: name }));
    return [
      {
        stores: names,
        country: first.country,
        countryName: countryName(first.country),
        breaks,
        causes,
        licensed,
        songs,
      },
    ];
  });
  return broken.sort((one, other) => other.breaks - one.breaks);
}
