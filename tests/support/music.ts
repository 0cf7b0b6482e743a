import { eq, sql } from "drizzle-orm";
import type { CatalogueKind } from "#contract/library/words";
import type { Database } from "#platform/db/database";
import * as table from "#platform/db/schema/index";

/**
 * Adds songs to the provider, a popular chart of them all and one of every third. The number of
 * artists is a quarter of `count`.
 */
export async function makeLibrary({ db }: Database, providerId: number, count = 160) {
  const tempos = await makeTempos({ db }, providerId);
  const songRows = await db
    .insert(table.song)
    .values(
      Array.from({ length: count }, (_, place) => ({
        companyId: providerId,
        title: `Song ${place + 1}`,
        artist: `Artist ${place % Math.ceil(count / 4)}`,
        tempoId: tempos[place % 3],
        durationSeconds: 150 + ((place * 37) % 140),
        audioFile: "audio/any.wav",
      })),
    )
    .returning({ id: table.song.id });
  const songIds = songRows.map(({ id }) => id).sort((a, b) => a - b);
  const database = { db } as Database;
  const popular = await makeChart(database, providerId, "Popular", songIds);
  const thirds = await makeChart(
    database,
    providerId,
    "Thirds",
    songIds.filter((_, place) => place % 3 === 0),
  );
  return { songIds, popular, thirds };
}

/** Adds the tempos slow, medium and fast; gives their ids. */
export async function makeTempos(
  { db }: Pick<Database, "db">,
  companyId: number,
): Promise<number[]> {
  const item = (name: string, rank: number) => ({ companyId, kind: "tempo" as const, name, rank });
  const tempoRows = await db
    .insert(table.catalogueItem)
    .values([item("Slow", 1), item("Medium", 2), item("Fast", 3)])
    .returning({ id: table.catalogueItem.id });
  return tempoRows.map(({ id }) => id);
}

/** Adds an item to one of the library's lists; gives its id. */
export async function makeItem(
  { db }: Pick<Database, "db">,
  companyId: number,
  kind: CatalogueKind,
  name: string,
): Promise<number> {
  const [item] = await db
    .insert(table.catalogueItem)
    .values({ companyId, kind, name })
    .returning({ id: table.catalogueItem.id });
  if (!item) throw new Error("no item");
  return item.id;
}

export async function makeChart(
  { db }: Database,
  companyId: number,
  name: string,
  songIds: number[],
): Promise<number> {
  const [chart] = await db
    .insert(table.chart)
    .values({ companyId, name })
    .returning({ id: table.chart.id });
  if (!chart) throw new Error("no chart");
  await db
    .insert(table.chartSong)
    .values(
      songIds.map((songId, position) => ({ companyId, chartId: chart.id, songId, position })),
    );
  return chart.id;
}

/** Adds one time slot: all day, every day. */
export async function makeSlot({ db }: Database, companyId: number): Promise<number> {
  const [slot] = await db
    .insert(table.timeSlot)
    .values({ companyId, name: "All day", fromMinute: 0, toMinute: 1440 })
    .returning({ id: table.timeSlot.id });
  if (!slot) throw new Error("no slot");
  return slot.id;
}

/** Adds a top-of-the-hour item at :00 and an ad at :20 in every open hour. */
export async function makeSpots({ db }: Database, companyId: number): Promise<void> {
  const spots = await db
    .insert(table.spot)
    .values([
      { companyId, kind: "TOH", name: "Chime", durationSeconds: 8 },
      { companyId, kind: "AD", name: "=Winter sale", durationSeconds: 20 },
    ])
    .returning({ spotId: table.spot.id, kind: table.spot.kind });
  for (const { spotId, kind } of spots)
    await bookSpot(
      { db },
      companyId,
      spotId,
      kind === "TOH" ? {} : { exactTimes: Array.from({ length: 24 }, (_, hour) => hour * 60 + 20) },
    );
}

/**
 * Books a spot once in every hour of May 2026 in all stores of the company; `exactTimes` are taken
 * only where they are free. Gives the campaign's id.
 */
export async function bookSpot(
  { db }: Pick<Database, "db">,
  companyId: number,
  spotId: number,
  over: Partial<typeof table.campaign.$inferInsert> = {},
): Promise<number> {
  const plays = Array.from({ length: 24 }, () => 1);
  const [spot] = await db
    .select({ kind: table.spot.kind, name: table.spot.name })
    .from(table.spot)
    .where(eq(table.spot.id, spotId));
  const flight = { startsOn: "2026-05-01", endsOn: "2026-05-31", weekdays: [0, 1, 2, 3, 4, 5, 6] };
  const [added] = await db
    .insert(table.campaign)
    .values({
      companyId,
      name: "Sale",
      kind: "AD",
      ...spot,
      playTakes: spot?.kind === "AD" ? 60 : 1,
      plays,
      ...flight,
      state: "BOOKED",
      createdBy: "test",
      ...over,
    })
    .returning({ id: table.campaign.id });
  const campaignId = added?.id ?? 0;
  await db.insert(table.campaignSpot).values({ companyId, campaignId, spotId, weight: 1 });
  await db.execute(sql`insert into campaign_line (company_id, campaign_id, store_id, day, plays)
    select company_id, ${campaignId}, id, day::date, ${sql.param(plays)}::smallint[] from store,
      generate_series(${flight.startsOn}::date, ${flight.endsOn}::date, '1 day') day where company_id = ${companyId}`);
  await db.execute(sql`insert into campaign_time (company_id, campaign_id, store_id, day, minute)
    select company_id, campaign_id, store_id, day, minute from campaign_line, unnest(${sql.param(over.exactTimes ?? [])}::smallint[]) minute
    where company_id = ${companyId} and campaign_id = ${campaignId} on conflict do nothing`);
  return campaignId;
}

/** A rule section as it is sent: the given mix of charts, three hours' rest. */
export const ruleOver = (...mix: [chartId: number, percent: number][]) => ({
  mix: mix.map(([chartId, percent]) => ({ chartId, percent })),
  separation: [
    { name: "MINIMUM_REST" as const, minutes: 120, breakable: false },
    { name: "ARTIST_SEPARATION" as const, minutes: 20, breakable: false },
    { name: "TITLE_SEPARATION" as const, minutes: 60, breakable: false },
    { name: "DAY_OFFSET" as const, breakable: false },
  ],
});
