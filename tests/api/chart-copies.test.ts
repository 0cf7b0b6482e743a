import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as table from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSongs } from "../support/play-outs.ts";

describe("A chart that begins as a copy", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let client: TestCompany;
  let other: TestCompany;
  let popular: number;
  let songIds: number[];

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    provider = await makeProvider(at.database);
    [client, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    songIds = await makeSongs(at.database, provider.companyId, [
      { title: "One" },
      { title: "Two" },
      { title: "Three" },
    ]);
    popular = await makeChart(
      at.database,
      provider.companyId,
      "Top of the week",
      [...songIds].reverse(),
    );
    await at.database.db
      .update(table.chartSong)
      .set({ weight: 4 })
      .where(
        and(eq(table.chartSong.chartId, popular), eq(table.chartSong.songId, songIds[1] ?? 0)),
      );
  });
  afterAll(() => at?.close());

  const copy = (body: object, as = client.users.admin, more: object = {}) =>
    at.as(as).addCustomChart({ body, ...more });
  const songsOf = async (chartId: number) =>
    (
      await at.database.db
        .select()
        .from(table.chartSong)
        .where(eq(table.chartSong.chartId, chartId))
        .orderBy(asc(table.chartSong.position))
    ).map(({ companyId, songId, position, weight }) => ({
      companyId,
      nth: songIds.indexOf(songId) + 1,
      position,
      weight,
    }));

  test("has the same songs in order with weights, and is the company's own [CHT-1] [AUD-1]", async () => {
    const { message, data } = await copy({
      chartName: "Our week",
      display: "pie",
      copyOfId: popular,
    }).answer;
    expect(message).toBe("Chart added with 3 songs");
    const { id } = data;
    const { companyId } = client;
    expect(await songsOf(id)).toEqual([
      { companyId, nth: 3, position: 1, weight: 1 },
      { companyId, nth: 2, position: 2, weight: 4 },
      { companyId, nth: 1, position: 3, weight: 1 },
    ]);
    const detail = await at.as(client.users.admin).findChart({ query: { kind: "custom", id } });
    expect(detail).toMatchObject({
      chartName: "Our week",
      display: "pie",
      mayChange: true,
      songs: 3,
    });
    const [row] = await at.database.db
      .select()
      .from(table.auditLog)
      .where(and(eq(table.auditLog.itemKind, "chart"), eq(table.auditLog.itemId, String(id))));
    expect(row).toMatchObject({
      action: "chart added",
      companyId,
      after: { chartName: "Our week", copyOf: "Top of the week", songs: 3 },
    });
    // what happens to one later does not happen to the other
    await at.database.db.delete(table.chartSong).where(eq(table.chartSong.chartId, id));
    expect(await songsOf(popular)).toHaveLength(3);
  });

  test("is made once of a form that is sent twice, of any chart in reach [CHT-1] [API-1]", async () => {
    const headers = { "Idempotency-Key": "copy-twice" };
    const chartForm = { chartName: "Sent twice", copyOfId: popular };
    const first = await copy(chartForm, client.users.limited, { headers }).reply;
    const second = await copy(chartForm, client.users.limited, { headers }).reply;
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    const own = (first.body.data as { id: number }).id;
    expect((await copy({ chartName: "Sent twice, again", copyOfId: own }).reply).body.message).toBe(
      "Chart added with 3 songs",
    );
    expect(
      (await copy({ chartName: "SENT TWICE", copyOfId: own }).reply).body.errors,
    ).toMatchObject([{ field: "chartName" }]);
    expect((await copy({ chartName: "x", copyOfId: "all" }).reply).body.errors).toMatchObject([
      { field: "copyOfId" },
    ]);
  });

  test("is never one of another company's chart, nor made by readers [CTX-4] [ROL-1] [ROL-4]", async () => {
    const theirs = await makeChart(at.database, other.companyId, "Theirs", songIds);
    expect(await copy({ chartName: "Stolen", copyOfId: theirs }).status).toBe(404);
    expect(await copy({ chartName: "Nothing", copyOfId: 987_654_321 }).status).toBe(404);
    expect(await copy({ chartName: "Mine", copyOfId: popular }, client.users.regional).status).toBe(
      403,
    );
    const manager = provider.staff.Fever_Music_Admin;
    const asPopular = { body: { chartName: "For all", copyOfId: theirs } };
    expect(await at.as(manager).addPopularChart(asPopular).status).toBe(404);
    expect(await at.database.db.$count(table.chart, eq(table.chart.name, "Stolen"))).toBe(0);
    const data = await at
      .as(manager)
      .addPopularChart({ body: { chartName: "Next week", copyOfId: popular } });
    expect(await songsOf(data.id)).toMatchObject([{ companyId: provider.companyId }, {}, {}]);
    // provider staff make one for the company they name
    const asCustom = {
      body: { chartName: "Made for them", copyOfId: popular },
      query: { companyId: other.companyId },
    };
    await at.as(manager).addCustomChart(asCustom);
  });
});
