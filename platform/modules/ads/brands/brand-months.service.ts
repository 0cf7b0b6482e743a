import type { z } from "zod";
import type { BrandMonths, brandMonths } from "#contract/ads/brands";
import { formatAmount, type Paise } from "#contract/base/money";
import { sum } from "#contract/base/sum";
import { monthAfter } from "#contract/billing/words";
import { ownsAll } from "../../../access/locations.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findSeenStoreIds } from "../booking/booking.queries.ts";
import { priceOf } from "../booking/price.ts";
import { findCampaignUnits } from "../campaigns/campaigns.queries.ts";
import { narrowed } from "../campaigns/list-campaigns.service.ts";
import { type StoreSettings, settingsFor } from "../settings/store-settings.ts";
import {
  findPlaysByMonth,
  findPricedCampaigns,
  type PlaysOfMonth,
  type PricedCampaign,
} from "./brand-months.queries.ts";
import { requireBrand } from "./brands.service.ts";

type SettingsByStore = ReadonlyMap<number, StoreSettings>;

/**
 * Shows the plays and the value of a brand's campaigns by month. A campaign's price counts only if
 * the caller owns all its locations, as everywhere. Throws 404 for a location out of scope, and for
 * a brand that neither the company nor the library has.
 */
export async function showBrandMonths(
  call: ScopedCall,
  query: z.output<typeof brandMonths.query>,
): Promise<BrandMonths> {
  const { scope, db } = call;
  const { from, to } = query;
  const { name: brandName } = await requireBrand(scope, db, query.brandId);
  const filters = { ...(await narrowed(call, query)), playsIn: { from, to } };
  const campaigns = await findPricedCampaigns(scope, db, filters);
  const ids = campaigns.map(({ id }) => id);
  const units = await findCampaignUnits(scope, db, ids);
  const settings = await settingsFor(scope, db, await findSeenStoreIds(scope, db));
  const monthFilters = { from, to, path: filters.path, alike: alikeStores(settings) };
  const rows = await findPlaysByMonth(scope, db, ids, monthFilters);
  const plays = new Map<string, number>();
  const values = new Map<string, Paise>();
  let withoutPrice = 0;
  for (const one of campaigns) {
    const own = rows.filter(({ campaignId }) => campaignId === one.id);
    const visibleRows = own.filter(({ isShown }) => isShown);
    for (const { month, booked } of visibleRows) add(plays, month, booked);
    const mayPrice = ownsAll(
      scope,
      units.filter(({ campaignId }) => campaignId === one.id),
    );
    if (mayPrice && one.price !== null)
      for (const [month, value] of valueByMonth({ ...one, price: one.price }, own, settings))
        add(values, month, value);
    else if (visibleRows.length > 0) withoutPrice++;
  }
  return {
    brandName,
    months: monthsBetween(from, to).map((month) => ({
      month,
      plays: plays.get(month) ?? 0,
      value: values.size > 0 ? formatAmount(values.get(month) ?? 0) : null,
    })),
    withoutPrice,
  };
}

/**
 * Divides a campaign's price among its plays, by what each costs, and gives the parts of those that
 * are shown by month. All parts together are the price to the paisa.
 */
function valueByMonth(
  { kind, rate, primeRate, price }: PricedCampaign & { price: Paise },
  rows: readonly PlaysOfMonth[],
  settings: SettingsByStore,
): Map<string, Paise> {
  const rates = { usual: rate, prime: primeRate };
  // the length of its spots is the same for all of its plays
  const costs = rows.map((row) => priceOf({ kind, seconds: 1, rates }, [row], settings).price ?? 0);
  const all = sum(costs);
  const values = new Map<string, Paise>();
  let before = 0;
  for (const [place, { month, isShown }] of rows.entries()) {
    const after = before + (costs[place] ?? 0);
    const part = (cost: number) => (all === 0 ? 0 : Math.round((price * cost) / all));
    if (isShown) add(values, month, part(after) - part(before));
    before = after;
  }
  return values;
}

/** Gives for each store the first that has the same prime hours. */
function alikeStores(settings: SettingsByStore): Map<number, number> {
  const first = new Map<string, number>();
  return new Map(
    [...settings].map(([storeId, { primeHours }]) => {
      const key = primeHours.join();
      const alike = first.get(key) ?? storeId;
      first.set(key, alike);
      return [storeId, alike];
    }),
  );
}

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let first = `${from.slice(0, 7)}-01`; first <= to; first = monthAfter(first, 1))
    months.push(first.slice(0, 7));
  return months;
}

const add = (totals: Map<string, number>, month: string, amount: number) =>
  totals.set(month, (totals.get(month) ?? 0) + amount);
