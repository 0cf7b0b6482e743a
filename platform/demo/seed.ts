import { hash as hashPassword } from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { byStore } from "#contract/base/group-by";
import type { Database, DatabaseLogger, Db } from "../db/client.ts";
import { ensureMonthPartitions } from "../db/month-partitions.ts";
import { spot } from "../db/schema/ads.ts";
import { alert } from "../db/schema/alerts.ts";
import { catalogueItem, chart, chartSong, demoPlaylist, demoPlaylistSong, song, songTag } from "../db/schema/library.ts";
import {
  appUser,
  company,
  companyLicence,
  login,
  region,
  store,
  storeGroup,
  storeHours,
  storeHoursException,
  userUnit,
  zone,
} from "../db/schema/organisation.ts";
import { playerDevice, storeState } from "../db/schema/player.ts";
import {
  eventPlaylist,
  eventPlaylistSong,
  eventPlaylistUnit,
  masterRule,
  masterRuleMix,
  masterRuleMixItem,
  timeSlot,
} from "../db/schema/schedule.ts";
import { storedFile } from "../db/schema/work.ts";
import { makeGoods } from "../modules/ads/index.ts";
import { demoAlerts } from "./alerts.ts";
import { stateAt } from "./behaviour.ts";
import { seedBilling } from "./billing.ts";
import { seedCampaigns } from "./campaigns.ts";
import { companies, demoLicences } from "./companies.ts";
import { type DemoFile, demoIcons, writeCompanyFiles } from "./company-files.ts";
import { type DemoPlaylists, demoPlaylists } from "./demo-playlists.ts";
import { type DemoEvents, demoEvents } from "./events.ts";
import { seedIntegrations } from "./integrations.ts";
import { type DemoLibrary, demoLibrary } from "./library.ts";
import { type DemoOrganisation, demoOrganisation, demoStoreId } from "./organisation.ts";
import { DEMO_PASSWORD, demoPeople } from "./people.ts";
import { chartLogos, songPictures, writePictures } from "./pictures.ts";
import { seedPublicSite } from "./public-site.ts";
import { audioColumns, type RecordingFacts, soundColumns, writeRecordings } from "./recordings.ts";
import { seedRequests } from "./requests.ts";
import { type DemoRules, demoRules } from "./rules.ts";
import { seedScheduledReport } from "./scheduled-reports.ts";
import { HISTORY_DAYS, type PublishedLogs, simulateHistory } from "./simulator.ts";

/** Is told what is done next. */
export type Tell = (progress: string) => void;

export type SeedOptions = {
  database: Database;
  /** The folder of the files adapter; recordings go to `audio/` in it. */
  filesDir: string;
  now: Date;
  /** How many stores Northwind has (DEMO_STORES); default 240. */
  stores?: number;
  /** How many days of play-outs, today included. */
  historyDays?: number;
  logger: DatabaseLogger;
  tell?: Tell;
  /** Runs between the companies and their month of play-outs: the place to publish schedules. */
  beforeHistory?: () => Promise<void>;
  publishedLogs?: PublishedLogs;
};

/**
 * Fills an empty, migrated database with the demo: recordings, companies, people, library, rules, campaigns and a month of play-outs.
 * Does nothing where that is there already (recordings that are missing are made again). An interrupted seed goes on where it was:
 * companies, the campaigns of each, and month land whole or not at all.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const {
    database,
    filesDir,
    now,
    stores = 240,
    historyDays = HISTORY_DAYS,
    logger,
    tell = () => {},
    beforeHistory,
    publishedLogs,
  } = options;
  const started = performance.now();
  const library = demoLibrary();
  tell("Recordings …");
  const recordings = await writeRecordings(filesDir, library.songs);
  const fresh = !(await exists(database.db, sql`select 1 from company where code = ${companies.provider.code}`));
  if (fresh) {
    const files = [...(await writeCompanyFiles(filesDir)), ...(await writePictures(filesDir, library))];
    const passwordHash = await hashPassword(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const organisation = demoOrganisation(stores, now);
    tell(`${organisation.stores.length} stores …`);
    await database.transaction(async (tx) => {
      await seedCompanies(tx, organisation, now, passwordHash, files);
      await seedLibrary(tx, library, recordings.facts, now);
      await seedDemoPlaylists(tx, demoPlaylists(library));
      await seedRules(tx, demoRules(organisation, library.catalogue), recordings.facts);
      await seedEvents(tx, demoEvents(organisation, library, now));
      await continueIds(tx);
    });
  }
  tell("Campaigns …");
  await seedCampaigns(database, now, { stores, historyDays });
  const past = await exists(database.db, sql`select 1 from play_log where company_id = ${companies.corner.id}`);
  if (!past) {
    await beforeHistory?.();
    const from = new Date(now.getTime() - (historyDays + 1) * 86_400_000);
    for (const parent of ["play_log", "store_hour"]) await ensureMonthPartitions(database.db, parent, from, 4);
    await database.transaction((tx) => simulateHistory(tx, now, historyDays, publishedLogs, tell));
    // the job would do it within the hour, and a visitor looks at once
    await makeGoods({ database, now });
    await seedBilling({ database, now });
    await seedScheduledReport({ database, filesDir, now, logger });
    // a database of weeks would be vacuumed long ago, and reads totals from their index alone
    await database.db.execute(sql`vacuum analyze`);
  }
  if (recordings.written > 0 || fresh || !past)
    logger.info({ recordings: recordings.written, milliseconds: Math.round(performance.now() - started) }, "demo data made");
}

async function seedCompanies(tx: Db, organisation: DemoOrganisation, now: Date, passwordHash: string, files: DemoFile[]): Promise<void> {
  const people = demoPeople(organisation, passwordHash);
  await insert(tx, company, Object.values(companies));
  await insert(tx, companyLicence, demoLicences(now));
  await insert(tx, storedFile, files);
  for (const { companyId, iconFileId } of demoIcons) await tx.update(company).set({ iconFileId }).where(eq(company.id, companyId));
  await seedRequests(tx, now);
  await seedPublicSite(tx);
  await insert(tx, region, organisation.regions);
  await insert(tx, zone, organisation.zones);
  await insert(tx, storeGroup, organisation.groups);
  await insert(tx, store, organisation.stores);
  await insert(tx, storeHours, organisation.hours);
  await insert(tx, storeHoursException, organisation.exceptions);
  await insert(tx, storeState, firstStates(organisation, now));
  await insert(tx, alert, demoAlerts(organisation, now));
  await insert(tx, appUser, people.users);
  await insert(tx, login, people.logins);
  await insert(tx, userUnit, people.units);
  await seedIntegrations(tx, people.logins, now);
  await insert(tx, playerDevice, [demoDevice(people.units, now)]);
}

/** The computer in the demo store, whose player is left to the demo's visitor: it is signed in and does not play. No credential fits it. */
function demoDevice(units: (typeof userUnit.$inferInsert)[], now: Date): typeof playerDevice.$inferInsert {
  const manager = units.find(({ storeId }) => storeId === demoStoreId);
  if (!manager) throw new Error("nobody plays the demo store");
  const at = new Date(now.getTime() - 3 * 86_400_000);
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const { companyId, userId } = manager;
  return { companyId, storeId: demoStoreId, deviceId: "counter", userAgent, userId, secretHash: "none", signedInAt: at, lastSeenAt: at };
}

/** A licence that is over, or ends soon, does so by the day the demo is made. */
async function seedLibrary(tx: Db, library: DemoLibrary, facts: Record<string, RecordingFacts>, now: Date): Promise<void> {
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const pictures = songPictures(library);
  const songs = library.songs.map((one) => ({
    ...one,
    ...audioColumns(one, facts),
    ...(one.licenceEndsInDays !== undefined && { licensedTo: inDays(one.licenceEndsInDays) }),
    pictureFileId: pictures.get(one.id) ?? null,
  }));
  const logos = chartLogos(library);
  await insert(tx, catalogueItem, library.catalogue);
  await insert(tx, song, songs);
  await insert(tx, songTag, library.tags);
  await insert(
    tx,
    chart,
    library.charts.map((one) => ({ ...one, logoFileId: logos.get(one.id) ?? null })),
  );
  await insert(tx, chartSong, library.chartSongs);
}

async function seedDemoPlaylists(tx: Db, { playlists, songs }: DemoPlaylists): Promise<void> {
  await insert(tx, demoPlaylist, playlists);
  await insert(tx, demoPlaylistSong, songs);
}

async function seedRules(tx: Db, rules: DemoRules, facts: Record<string, RecordingFacts>): Promise<void> {
  await insert(tx, catalogueItem, rules.brands);
  await insert(
    tx,
    spot,
    rules.spots.map((one) => ({ ...one, ...soundColumns(one.audioFile, facts) })),
  );
  await insert(tx, timeSlot, rules.slots);
  await insert(tx, masterRule, rules.rules);
  await insert(tx, masterRuleMix, rules.mixes);
  await insert(tx, masterRuleMixItem, rules.mixItems);
}

async function seedEvents(tx: Db, { events, units, songs }: DemoEvents): Promise<void> {
  await insert(tx, eventPlaylist, events);
  await insert(tx, eventPlaylistUnit, units);
  await insert(tx, eventPlaylistSong, songs);
}

/** What is added later gets ids after the demo's. */
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
    await tx.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${sql.identifier(name)}))`);
}

/** One store in eighty was only just added: its player has never been heard of. */
function firstStates({ stores, hours, exceptions }: DemoOrganisation, now: Date): (typeof storeState.$inferInsert)[] {
  const [weeks, dates] = [byStore(hours), byStore(exceptions)];
  return stores
    .filter(({ id }) => id % 80 !== 61)
    .map((row) => {
      const shop = { ...row, groupId: null, status: row.status ?? "active", statusSince: row.statusSince ?? now, volume: row.volume ?? 60 };
      return {
        companyId: row.companyId,
        storeId: row.id,
        ...stateAt({ ...shop, hours: weeks.get(row.id) ?? [], exceptions: dates.get(row.id) ?? [] }, now),
      };
    });
}

async function insert<T extends PgTable>(tx: Db, table: T, rows: readonly T["$inferInsert"][]): Promise<void> {
  // A statement takes 65,535 parameters, and no table here has more than sixty columns.
  for (let start = 0; start < rows.length; start += 1_000) await tx.insert(table).values(rows.slice(start, start + 1_000));
}

async function exists(db: Db, query: ReturnType<typeof sql>): Promise<boolean> {
  return (await db.execute(sql`${query} limit 1`)).rows.length > 0;
}
