import { hash as hashPassword } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import type { Database, DatabaseLogger } from "../platform/db/database.ts";
import { brandAccount } from "../platform/db/schema/brand-accounts.ts";
import { songReport } from "../platform/db/schema/song-reports.ts";
import type { Db } from "../platform/db/types.ts";
import { makeGoods } from "../platform/modules/ads/index.ts";
import { seedBilling } from "./billing.ts";
import { demoBrandContacts } from "./brand-contacts.ts";
import { campaignDays, seedCampaigns } from "./campaigns.ts";
import { companies } from "./companies.ts";
import { writeCompanyFiles } from "./company-files.ts";
import { demoPlaylists } from "./demo-playlists.ts";
import { demoEvents } from "./events.ts";
import { seedFootfall } from "./footfall.ts";
import { createHistory, type History } from "./history.ts";
import { insertRows } from "./insert-rows.ts";
import { demoLibrary } from "./library.ts";
import { demoOrganisation } from "./organisation.ts";
import { DEMO_PASSWORD } from "./people.ts";
import { writePictures } from "./pictures.ts";
import { noteRecordings, type Recordings, writeRecordings } from "./recordings.ts";
import { demoRules } from "./rules.ts";
import { seedScheduledReport } from "./scheduled-reports.ts";
import { seedCompanies } from "./seed-companies.ts";
import { seedDemoPlaylists, seedEvents, seedLibrary, seedRules } from "./seed-music.ts";
import { demoSongReports } from "./song-reports.ts";

/** Called with a description of the next step. */
export type ProgressListener = (progress: string) => void;

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
  tell?: ProgressListener;
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
      await seedCompanies(tx, { organisation, now, passwordHash, files });
      await seedLibrary(tx, library, now);
      await seedDemoPlaylists(tx, demoPlaylists(library));
      const rules = demoRules(organisation, library.catalogue);
      await seedRules(tx, rules);
      await insertRows(tx, brandAccount, demoBrandContacts(rules));
      await seedFootfall(tx, now);
      await seedEvents(tx, demoEvents(organisation, library, now));
      await insertRows(tx, songReport, demoSongReports(organisation, library, now));
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

async function exists(db: Db, query: ReturnType<typeof sql>): Promise<boolean> {
  return (await db.execute(sql`${query} limit 1`)).rows.length > 0;
}
