import * as bookings from "#contract/ads/booking";
import type * as refusals from "#contract/ads/booking-refusal";
import { wholeCompany } from "#platform/access/scope";
import type { Database } from "#platform/db/database";
import { catalogueItem, spot } from "#platform/db/schema/index";
import { findLedgerDifferences, keepLedger } from "#platform/modules/ads/index";
import { setCapacity } from "#platform/modules/ads/ledger/capacity.queries";
import { makeCompany, makeProvider } from "./companies.ts";
import type { Engine } from "./database.ts";
import { makeLibrary, makeSlot, ruleOver } from "./music.ts";
import { openTestPlatform } from "./platform.ts";

export const hourly = (of: (hour: number) => number) =>
  Array.from({ length: 24 }, (_, hour) => of(hour));
export const everyDay = [0, 1, 2, 3, 4, 5, 6];

/**
 * Opens a platform with two companies, their stores open from 09:00 to 21:00, a rule with songs,
 * spots of each kind and a ledger of the days on sale from 11 May 2026, where it is noon, or from
 * another instant: 600 seconds of ads an hour, 6 promos, 1 at the top of the hour.
 */
export async function openAdWorld(
  engine: Engine,
  { now = new Date("2026-05-11T06:30:00Z"), ...own }: { now?: Date; database?: Database } = {},
) {
  const platform = await openTestPlatform(engine, { now, ...own });
  const { database, clock } = platform;
  const provider = await makeProvider(database);
  const library = await makeLibrary(database, provider.companyId);
  const [brand] = await database.db
    .insert(catalogueItem)
    .values({ companyId: provider.companyId, kind: "brand", name: "Fizz" })
    .returning({ id: catalogueItem.id });
  const makeSeller = async () => {
    const company = await makeCompany(database);
    const timeSlotId = await makeSlot(database, company.companyId);
    await platform
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId, ...ruleOver([library.popular, 100]) } });
    const values = [
      { kind: "AD", name: "Short", durationSeconds: 10 },
      { kind: "AD", name: "Long", durationSeconds: 30 },
      { kind: "JINGLE", name: "Promo", durationSeconds: 12 },
      { kind: "TOH", name: "Chime", durationSeconds: 8 },
    ] as const;
    const rows = await database.db
      .insert(spot)
      .values(values.map((value) => ({ ...value, companyId: company.companyId })))
      .returning({ id: spot.id });
    const [short = 0, long = 0, promo = 0, toh = 0] = rows.map(({ id }) => id);
    await keepLedger({ database, db: database.db, now: new Date(clock.now) }, company.companyId);
    return { ...company, spots: { short, long, promo, toh } };
  };
  const company = await makeSeller();
  const other = await makeSeller();
  type Seller = typeof company;

  const form = (of: Seller) => ({
    name: "Summer",
    kind: "AD" as const,
    startsOn: "2026-05-12",
    endsOn: "2026-05-18",
    weekdays: everyDay,
    plays: hourly((hour) => (hour >= 9 && hour < 21 ? 2 : 0)),
    spots: [{ spotId: of.spots.short }],
  });
  const add = (
    body: object,
    {
      of = company,
      as = of.users.admin,
      headers = {},
    }: { of?: Seller; as?: string; headers?: object } = {},
  ) => platform.as(as).addCampaign({ body: { ...form(of), ...body }, headers: { ...headers } });
  /** Adds a draft and gives its id. */
  const draft = async (body: object, options: { of?: Seller; as?: string } = {}): Promise<number> =>
    (await add(body, options)).id;
  type Sort =
    | typeof bookings.booking
    | typeof bookings.bookingWithTime
    | typeof bookings.bookingForToh;
  const book = (
    campaignId: number,
    body: object = {},
    { as = company.users.admin, sort = bookings.booking as Sort, headers = {} } = {},
  ) =>
    platform.as(as).call((sort as typeof bookings.booking).take, {
      body: { campaignId, as: "booked", ...body },
      headers,
    });
  const show = (id: number, as = company.users.admin) =>
    platform.as(as).findCampaign({ query: { id } });
  const act = (id: number, action: string, as = company.users.admin) =>
    platform.as(as).setCampaignState({ body: { id, act: action } });
  /** Finds where ledgers differ from their campaigns. */
  const differences = () => findLedgerDifferences(database.db);
  /** Sets how much of a kind (by default ads) the stores can sell in each hour of a date. */
  const sell = (
    day: string,
    capacity: number[],
    storeIds: number[],
    kind: "AD" | "JINGLE" | "TOH" = "AD",
    of: Seller = company,
  ) =>
    database.transaction((tx) =>
      setCapacity(
        wholeCompany(of.companyId),
        tx,
        kind,
        storeIds.map((storeId) => ({ storeId, day, capacity })),
      ),
    );
  return {
    platform,
    company,
    other,
    providerId: provider.companyId,
    staff: provider.staff,
    brandId: brand?.id ?? 0,
    form,
    add,
    draft,
    book,
    show,
    act,
    differences,
    sell,
  };
}
export type AdWorld = Awaited<ReturnType<typeof openAdWorld>>;

/** Gives a refusal's offer in the form in which a booking sends it. */
export const timesOf = ({ kind: _, takes: _takes, price: _price, ...times }: refusals.Offer) =>
  times;
