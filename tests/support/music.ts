import type { Database } from "#platform/db/client";
import * as table from "#platform/db/schema/index";

/** Songs of the provider, a popular chart of all of them and one of every third. `count` artists are a quarter of it. */
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

/** The ids of slow, medium and fast. */
export async function makeTempos({ db }: Pick<Database, "db">, companyId: number): Promise<number[]> {
  const item = (name: string, rank: number) => ({ companyId, kind: "tempo" as const, name, rank });
  const tempoRows = await db
    .insert(table.catalogueItem)
    .values([item("Slow", 1), item("Medium", 2), item("Fast", 3)])
    .returning({ id: table.catalogueItem.id });
  return tempoRows.map(({ id }) => id);
}

export async function makeChart({ db }: Database, companyId: number, name: string, songIds: number[]): Promise<number> {
  const [chart] = await db.insert(table.chart).values({ companyId, name }).returning({ id: table.chart.id });
  if (!chart) throw new Error("no chart");
  await db.insert(table.chartSong).values(songIds.map((songId, position) => ({ companyId, chartId: chart.id, songId, position })));
  return chart.id;
}

/** One time slot, all day, every day. */
export async function makeSlot({ db }: Database, companyId: number): Promise<number> {
  const [slot] = await db
    .insert(table.timeSlot)
    .values({ companyId, name: "All day", fromMinute: 0, toMinute: 1440 })
    .returning({ id: table.timeSlot.id });
  if (!slot) throw new Error("no slot");
  return slot.id;
}

/** A top-of-the-hour item at :00 and an ad at :20, in every open hour. */
export async function makeSpots({ db }: Database, companyId: number): Promise<void> {
  const spots = await db
    .insert(table.spot)
    .values([
      { companyId, kind: "TOH", name: "Chime", durationSeconds: 8 },
      { companyId, kind: "AD", name: "=Winter sale", brand: "Drizzle", durationSeconds: 20 },
    ])
    .returning({ spotId: table.spot.id, kind: table.spot.kind });
  await db
    .insert(table.spotBooking)
    .values(spots.map(({ spotId, kind }) => ({ companyId, spotId, minuteOfHour: kind === "TOH" ? 0 : 20 })));
}

/** A rule section as it is sent: the mix given over charts, three hours' rest. */
export const ruleOver = (...mix: [chartId: number, percent: number][]) => ({
  mix: mix.map(([chartId, percent]) => ({ chartId, percent })),
  minimumRestMinutes: 120,
  artistSeparationMinutes: 20,
  titleSeparationMinutes: 60,
  dayOffset: true,
  tempoStep: 2,
});
