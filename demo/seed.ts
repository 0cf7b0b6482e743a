import { hash as hashPassword } from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
import { byStore } from "#contract/base/group-by";
import type { Database, DatabaseLogger } from "../platform/db/client.ts";
import { spot } from "../platform/db/schema/ads.ts";
import { chart, chartSong } from "../platform/db/schema/charts.ts";
import { demoPlaylist, demoPlaylistSong } from "../platform/db/schema/demo-playlists.ts";
import { catalogueItem, song, songTag } from "../platform/db/schema/library.ts";
import {
  company,
  companyLicence,
  region,
  store,
  storeGroup,
  zone,
} from "../platform/db/schema/organisation.ts";
import { appUser, login, userUnit } from "../platform/db/schema/people.ts";
import { playerDevice, storeState } from "../platform/db/schema/player.ts";
import {
  eventPlaylist,
  eventPlaylistSong,
  eventPlaylistUnit,
  masterRule,
  masterRuleMix,
  masterRuleMixItem,
  timeSlot,
} from "../platform/db/schema/schedule.ts";
import { storeHours, storeHoursException } from "../platform/db/schema/store-hours.ts";
import { storedFile } from "../platform/db/schema/work.ts";
import type { Db } from "../platform/db/types.ts";
import { makeGoods } from "../platform/modules/ads/index.ts";
import { firstStateOf, isNeverSeen } from "./behaviour.ts";
import { seedBilling } from "./billing.ts";
import { campaignDays, seedCampaigns } from "./campaigns.ts";
import { companies, demoLicences } from "./companies.ts";
import { type DemoFile, demoIcons, writeCompanyFiles } from "./company-files.ts";
import { type DemoPlaylists, demoPlaylists } from "./demo-playlists.ts";
import { type DemoEvents, demoEvents } from "./events.ts";
import { createHistory, type History } from "./history.ts";
import { insertRows } from "./insert-rows.ts";
import { seedIntegrations } from "./integrations.ts";
import { type DemoLibrary, demoLibrary } from "./library.ts";
import { type DemoOrganisation, demoOrganisation, demoStoreId } from "./organisation.ts";
import { DEMO_PASSWORD, demoPeople } from "./people.ts";
import { chartLogos, songPictures, writePictures } from "./pictures.ts";
import { seedPublicSite } from "./public-site.ts";
import { noteRecordings, type Recordings, writeRecordings } from "./recordings.ts";
import { seedRequests } from "./requests.ts";
import { type DemoRules, demoRules } from "./rules.ts";
import { seedScheduledReport } from "./scheduled-reports.ts";

/** Called with a description of the next step. */
export type Tell = (progress: string) => void;

export type SeedOptions = {
  database: Database;
  /** The folder of the files adapter; recordings go to `audio/` in it. */
  filesDir: string;
  now: Date;
  /** The number of Northwind's stores (DEMO_STORES). */
  stores?: number;
  /** Days of play-outs, including today. */
  historyDays?: number;
  logger: DatabaseLogger;
  tell?: Tell;
  history?: History;
  /** Publishes the missing days from today on, up to this number. */
  publish?: (now: Date, days: number) => Promise<void>;
  /** The facts about the recordings, once they are written. */
  recordings?: Promise<Recordings>;
};

/** Days in the simulated past of each store, including today. */
const usualDays = 30;
/** The most plays in a demo's past: as many as 240 stores have in a month. */
const mostPlays = 2_250_000;
const playsADay = 250;
const usualStores = 240;
/** Days that are published, including today. */
const publishedDays = 7;

/** Days to make up for this many stores: with 10,000 stores only today. */
export const affordableDays = (stores: number, days = usualDays): number =>
  Math.min(days, Math.max(1, Math.floor(mostPlays / (playsADay * stores))));

/**
 * Fills an empty, migrated database with the whole demo. Does nothing if it is there already.
 * An interrupted seed goes on where it stopped: companies, the campaigns of each, and each
 * company's days are written completely or not at all.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const recordings = options.recordings ?? writeRecordings(options.filesDir, demoLibrary().songs);
  await openDemo(options);
  await bookCampaigns(options, { isTodayFilled: false });
  await options.publish?.(options.now, 1);
  await fillToday(options);
  await fillPast({ ...options, recordings });
}

/** Makes the data that the demo needs to open: companies, people, library and rules. */
export async function openDemo({
  database,
  filesDir,
  now,
  stores = usualStores,
  tell = () => {},
}: SeedOptions): Promise<void> {
  if (
    !(await exists(database.db, sql`select 1 from company where code = ${companies.provider.code}`))
  ) {
    const library = demoLibrary();
    const files = [
      ...(await writeCompanyFiles(filesDir)),
      ...(await writePictures(filesDir, library)),
    ];
    const passwordHash = await hashPassword(DEMO_PASSWORD, {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
    const organisation = demoOrganisation(stores, now);
    tell(`${organisation.stores.length} stores …`);
    await database.transaction(async (tx) => {
      await seedCompanies(tx, organisation, now, passwordHash, files);
      await seedLibrary(tx, library, now);
      await seedDemoPlaylists(tx, demoPlaylists(library));
      await seedRules(tx, demoRules(organisation, library.catalogue));
      await seedEvents(tx, demoEvents(organisation, library, now));
      await continueIds(tx);
    });
  }
}

/** Books campaigns from the first day on that is filled before invoices are made. */
async function bookCampaigns(
  { database, now, stores = usualStores, historyDays, tell = () => {} }: SeedOptions,
  past: { isTodayFilled: boolean },
) {
  tell("Campaigns …");
  await seedCampaigns(database, now, {
    stores,
    days: Math.min(affordableDays(stores, historyDays), campaignDays),
    ...past,
  });
}

/** Makes up the past of today. */
export async function fillToday({
  database,
  now,
  historyDays,
  stores = usualStores,
  tell = () => {},
  ...options
}: SeedOptions): Promise<void> {
  const { history = createHistory(database) } = options;
  tell("Play-outs of today …");
  const today = Math.min(1, affordableDays(stores, historyDays));
  for (const missing of await history.findMissing(today, now)) await history.fillDay(missing, now);
}

export type FillOptions = SeedOptions & {
  /** Called when campaigns are booked, for the days that are published. */
  onCampaigns?: () => void;
  /** Called after each day of a company. */
  onDay?: () => Promise<void>;
  /** Lets others work before each day; throws when the fill is to end. */
  rest?: () => Promise<void>;
};

/**
 * Makes the rest: campaigns, the days before today, the latest first, and what follows from both. A
 * day is there with its totals, hours and alerts, or not at all; the days that campaigns have are
 * filled before make-goods and invoices are made of them.
 */
export async function fillPast(options: FillOptions): Promise<void> {
  const {
    database,
    filesDir,
    now,
    stores = usualStores,
    historyDays,
    logger,
    tell = () => {},
    publish,
    recordings,
  } = options;
  const { history = createHistory(database), onCampaigns, onDay, rest } = options;
  const started = performance.now();
  await bookCampaigns(options, { isTodayFilled: true });
  onCampaigns?.();
  const days = affordableDays(stores, historyDays);
  const fillDays = async (last: number) => {
    const missing = await history.findMissing(last, now);
    for (const [place, one] of missing.entries()) {
      tell(`Play-outs, ${missing.length - place} days of companies to go …`);
      await rest?.();
      await history.fillDay(one, now);
      await onDay?.();
    }
  };
  await fillDays(Math.min(days, campaignDays));
  tell("Invoices …");
  // the job would do it within the hour, and a visitor looks at once
  await makeGoods({ database, now });
  if (!(await exists(database.db, sql`select 1 from company_rate`))) {
    await seedBilling({ database, now });
    await seedScheduledReport({ database, filesDir, now, logger });
  }
  if (recordings) await noteRecordings(database.db, (await recordings).facts);
  await publish?.(now, publishedDays);
  await fillDays(days);
  // a database of weeks would be vacuumed long ago, and reads totals from their index alone
  await database.db.execute(sql`vacuum analyze`);
  logger.info({ milliseconds: Math.round(performance.now() - started) }, "demo data made");
}

async function seedCompanies(
  tx: Db,
  organisation: DemoOrganisation,
  now: Date,
  passwordHash: string,
  files: DemoFile[],
): Promise<void> {
  const people = demoPeople(organisation, passwordHash);
  await insertRows(tx, company, Object.values(companies));
  await insertRows(tx, companyLicence, demoLicences(now));
  await insertRows(tx, storedFile, files);
  for (const { companyId, iconFileId } of demoIcons)
    await tx.update(company).set({ iconFileId }).where(eq(company.id, companyId));
  await seedRequests(tx, now);
  await seedPublicSite(tx);
  await insertRows(tx, region, organisation.regions);
  await insertRows(tx, zone, organisation.zones);
  await insertRows(tx, storeGroup, organisation.groups);
  await insertRows(tx, store, organisation.stores);
  await insertRows(tx, storeHours, organisation.hours);
  await insertRows(tx, storeHoursException, organisation.exceptions);
  await insertRows(tx, storeState, firstStates(organisation, now));
  await insertRows(tx, appUser, people.users);
  await insertRows(tx, login, people.logins);
  await insertRows(tx, userUnit, people.units);
  await seedIntegrations(tx, people.logins, now);
  await insertRows(tx, playerDevice, [demoDevice(people.units, now)]);
}

/**
 * The computer in the demo store, whose player is left to the demo's visitor: it is signed in and
 * does not play. No credential fits it.
 */
function demoDevice(
  units: (typeof userUnit.$inferInsert)[],
  now: Date,
): typeof playerDevice.$inferInsert {
  const manager = units.find(({ storeId }) => storeId === demoStoreId);
  if (!manager) throw new Error("nobody plays the demo store");
  const at = new Date(now.getTime() - 3 * 86_400_000);
  const userAgent =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const { companyId, userId } = manager;
  return {
    companyId,
    storeId: demoStoreId,
    deviceId: "counter",
    userAgent,
    userId,
    secretHash: "none",
    signedInAt: at,
    lastSeenAt: at,
  };
}

/** A licence that is over, or ends soon, does so by the day the demo is made. */
async function seedLibrary(tx: Db, library: DemoLibrary, now: Date): Promise<void> {
  const inDays = (days: number) =>
    new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const pictures = songPictures(library);
  const songs = library.songs.map((one) => ({
    ...one,
    ...(one.licenceEndsInDays !== undefined && { licensedTo: inDays(one.licenceEndsInDays) }),
    pictureFileId: pictures.get(one.id) ?? null,
  }));
  const logos = chartLogos(library);
  await insertRows(tx, catalogueItem, library.catalogue);
  await insertRows(tx, song, songs);
  await insertRows(tx, songTag, library.tags);
  await insertRows(
    tx,
    chart,
    library.charts.map((one) => ({ ...one, logoFileId: logos.get(one.id) ?? null })),
  );
  await insertRows(tx, chartSong, library.chartSongs);
}

async function seedDemoPlaylists(tx: Db, { playlists, songs }: DemoPlaylists): Promise<void> {
  await insertRows(tx, demoPlaylist, playlists);
  await insertRows(tx, demoPlaylistSong, songs);
}

async function seedRules(tx: Db, rules: DemoRules): Promise<void> {
  await insertRows(tx, catalogueItem, rules.brands);
  await insertRows(tx, spot, rules.spots);
  await insertRows(tx, timeSlot, rules.slots);
  await insertRows(tx, masterRule, rules.rules);
  await insertRows(tx, masterRuleMix, rules.mixes);
  await insertRows(tx, masterRuleMixItem, rules.mixItems);
}

async function seedEvents(tx: Db, { events, units, songs }: DemoEvents): Promise<void> {
  await insertRows(tx, eventPlaylist, events);
  await insertRows(tx, eventPlaylistUnit, units);
  await insertRows(tx, eventPlaylistSong, songs);
}

/** Makes new rows get ids after the demo's. */
async function continueIds(tx: Db): Promise<void> {
  for (const name of [
    "company",
    "company_licence",
    "region",
    "zone",
    "store_group",
    "store",
    "app_user",
    "catalogue_item",
    "song",
    "chart",
    "spot",
    "time_slot",
    "master_rule",
    "event_playlist",
    "event_playlist_unit",
    "demo_playlist",
  ])
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${sql.identifier(name)}))`,
    );
}

function firstStates(
  { stores, hours, exceptions }: DemoOrganisation,
  now: Date,
): (typeof storeState.$inferInsert)[] {
  const weeks = byStore(hours);
  const dates = byStore(exceptions);
  return stores
    .filter(({ id }) => !isNeverSeen(id))
    .map((row) => {
      const shop = {
        ...row,
        groupId: null,
        status: row.status ?? "active",
        statusSince: row.statusSince ?? now,
        volume: row.volume ?? 60,
      };
      return {
        companyId: row.companyId,
        storeId: row.id,
        ...firstStateOf(
          { ...shop, hours: weeks.get(row.id) ?? [], exceptions: dates.get(row.id) ?? [] },
          now,
        ),
      };
    });
}

async function exists(db: Db, query: ReturnType<typeof sql>): Promise<boolean> {
  return (await db.execute(sql`${query} limit 1`)).rows.length > 0;
}
