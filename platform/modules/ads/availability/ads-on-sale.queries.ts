import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { ofStoresWithin } from "../../../access/scope-conditions.ts";
import { adLedger, adSetting, store } from "../../../db/schema/index.ts";

/**
 * A select of the ad time that stores within the scope have on sale by date, in seconds by hour and
 * in all: for reports of other modules.
 */
export const adTimeOnSale = (
  scope: Scope,
  stores: SQL | undefined,
  { from, to }: { from: string; to: string },
): SQL => sql`
  select company_id, store_id, day, capacity, booked, held, capacity_in_all, booked_in_all, held_in_all
  from ${adLedger} where ${ofStoresWithin(adLedger, scope, stores)} and kind = 'AD' and day between ${from}::date and ${to}::date`;

/**
 * Selects the prime hours of the week (contract/ads/words.ts) of each store: its own setting, else
 * the nearest one above it, as in store-settings.ts.
 */
export const primeHoursOf = (stores: SQL | undefined): SQL => sql`
  select ${store.id} as store_id, coalesce((select setting.prime_hours from ${adSetting} as setting
    where setting.company_id = ${store.companyId} and setting.prime_hours is not null and (num_nonnulls(setting.region_id, setting.zone_id,
      setting.group_id, setting.store_id) = 0 or setting.region_id = ${store.regionId} or setting.zone_id = ${store.zoneId}
      or setting.group_id = ${store.groupId} or setting.store_id = ${store.id})
    order by setting.store_id, setting.group_id, setting.zone_id, setting.region_id limit 1), '{}') as hours
  from ${store} where ${stores}`;
