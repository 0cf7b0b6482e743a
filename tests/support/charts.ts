import { and, asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider } from "./companies.ts";
import type { Engine } from "./database.ts";
import { openTestPlatform } from "./platform.ts";

/** Opens a platform with a provider of forty songs, two clients, and the calls about charts. */
export async function openCharts(engine: Engine) {
  const at = await openTestPlatform(engine, { now: new Date("2026-11-20T06:00:00Z") });
  const provider = await makeProvider(at.database);
  const client = await makeCompany(at.database);
  const other = await makeCompany(at.database);
  const manager = provider.staff.Fever_Music_Limited;
  const { companyId } = provider;
  const items = await at.database.db
    .insert(table.catalogueItem)
    .values([
      { companyId, kind: "genre", name: "Rock" },
      { companyId, kind: "language", name: "Hindi" },
      { companyId, kind: "tempo", name: "Slow", rank: 1 },
      { companyId, kind: "tempo", name: "Fast", rank: 3 },
    ])
    .returning();
  const [rock, hindi, slow, fast] = items.map(({ id }) => id);
  const genre = rock ?? 0;
  const songIds = await at.database.transaction(async (tx) => {
    const revision = await bumpLibrary(wholeCompany(companyId), tx);
    const songRows = await tx
      .insert(table.song)
      .values(
        Array.from({ length: 40 }, (_, n) => ({
          companyId,
          title: `Song ${String(n + 1).padStart(2, "0")}`,
          artist: n === 30 ? "Song - Band" : `Artist ${n % 7}`,
          isrc: `INFCH25${String(n + 1).padStart(5, "0")}`,
          durationSeconds: 180,
          audioFile: "audio/any.wav",
          genreId: n < 30 ? rock : null,
          languageId: n % 2 ? hindi : null,
          tempoId: n % 3 ? slow : fast,
          active: n !== 38,
          licensedTo: n === 39 ? "2026-11-19" : null,
          revision,
        })),
      )
      .returning({ id: table.song.id });
    return songRows.map(({ id }) => id).sort((a, b) => a - b);
  });

  const song = (n: number) => songIds[n - 1] ?? 0;
  const detail = (id: number, kind: "popular" | "custom", as: string, companyId?: number) =>
    at.as(as).findChart({ query: { id, kind, companyId } });
  const addCustom = async (chartName: string, as = client.users.admin) =>
    (await at.as(as).addCustomChart({ body: { chartName } })).id;
  const addSongs = (chartId: number, what: object, as = client.users.admin) =>
    at.as(as).addSongsToChart({ body: { kind: "custom", chartId, ...what } });
  const filled = async (name: string, songIds: number[]) => {
    const chartId = await addCustom(name);
    await addSongs(chartId, { songIds });
    return chartId;
  };
  const change = (body: object, as = client.users.admin) =>
    at.as(as).changeCustomChartSongs({ body });
  /** Gives the songs' numbers in the chart's order; fails unless their places are 1, 2, 3 … */
  const orderOf = async (chartId: number) => {
    const rows = await at.database.db
      .select()
      .from(table.chartSong)
      .where(eq(table.chartSong.chartId, chartId))
      .orderBy(asc(table.chartSong.position), asc(table.chartSong.songId));
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, n) => n + 1));
    return rows.map(({ songId }) => songIds.indexOf(songId) + 1);
  };
  const auditOf = async (id: number) =>
    (
      await at.database.db
        .select()
        .from(table.auditLog)
        .where(and(eq(table.auditLog.itemKind, "chart"), eq(table.auditLog.itemId, String(id))))
        .orderBy(asc(table.auditLog.id))
    ).map(({ action, companyId, actorName }) => [action, companyId, actorName]);

  return {
    at,
    provider,
    client,
    other,
    manager,
    songIds,
    genre,
    song,
    detail,
    addCustom,
    addSongs,
    filled,
    change,
    orderOf,
    auditOf,
    close: () => at.close(),
  };
}
export type Charts = Awaited<ReturnType<typeof openCharts>>;
