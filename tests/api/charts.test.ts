import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import * as contract from "#contract/charts/endpoints";
import * as table from "#platform/db/schema/index";
import { type Charts, openCharts } from "../support/charts.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeSlot, ruleOver } from "../support/music.ts";
import { fileOf, picture } from "../support/uploads.ts";

describe("Charts", () => {
  let world: Charts;
  let at: Charts["at"];
  let provider: Charts["provider"];
  let client: Charts["client"];
  let other: Charts["other"];
  let manager: Charts["manager"];
  let song: Charts["song"];
  let detail: Charts["detail"];
  let addCustom: Charts["addCustom"];
  let addSongs: Charts["addSongs"];
  let filled: Charts["filled"];
  let change: Charts["change"];
  let orderOf: Charts["orderOf"];
  let auditOf: Charts["auditOf"];

  beforeAll(async () => {
    world = await openCharts(anyEngine);
    ({
      at,
      provider,
      client,
      other,
      manager,
      song,
      detail,
      addCustom,
      addSongs,
      filled,
      change,
      orderOf,
      auditOf,
    } = world);
  });
  afterAll(() => world?.close());

  test("a company's charts are added, renamed, switched off and deleted [CHT-1] [AUD-1] [VOC-1]", async () => {
    const { admin } = client.users;
    const id = await addCustom("Morning");
    expect(await detail(id, "custom", admin)).toMatchObject({
      chartName: "Morning",
      status: "active",
      display: "bar",
      mayChange: true,
    });
    expect(
      await at.as(admin).addCustomChart({ body: { chartName: "MORNING" } }).wrongFields,
    ).toEqual(["chartName"]);
    await addCustom("Late  evening");
    expect(
      await at.as(admin).addCustomChart({ body: { chartName: "late evening" } }).wrongFields,
    ).toEqual(["chartName"]);
    for (const body of [
      {},
      { chartName: "a\0b" },
      { chartName: "x".repeat(101) },
      { chartName: "x", display: "donut" },
      { chartName: "x", description: "a\0b" },
    ])
      expect(await at.as(admin).addCustomChart({ body }).status).toBe(422);
    expect(
      await at
        .as(admin)
        .changeCustomChart({ body: { id, version: 1, chartName: "Mornings", display: "pie" } }),
    ).toEqual({
      id,
      version: 2,
    });
    const late = { id, version: 1, chartName: "Dawn", display: "pie" } as const;
    expect(await at.as(client.users.limited).changeCustomChart({ body: late }).errors).toEqual({
      chartName: expect.stringContaining("Mornings"),
    });
    await at.as(admin).setChartStatus({ body: { kind: "custom", ids: [id], status: "inactive" } });
    expect(
      await at.as(admin).listCustomCharts({ query: { search: "mORN", status: "inactive" } }).answer,
    ).toMatchObject({
      page: { total: 1 },
      data: [{ id, chartName: "Mornings", display: "pie", status: "inactive" }],
    });
    await at.as(admin).deleteCustomChart({ query: { id } });
    expect(await at.as(admin).deleteCustomChart({ query: { id } }).status).toBe(404);
    const actions = ["chart added", "chart changed", "chart deactivated", "chart deleted"];
    expect(await auditOf(id)).toEqual(actions.map((action) => [action, client.companyId, admin]));
  });

  test("popular charts are Fever's, custom ones their company's [ROL-1] [ROL-4] [CTX-3] [CTX-4]", async () => {
    const popularId = (await at.as(manager).addPopularChart({ body: { chartName: "Top 50" } })).id;
    const customId = await filled("Own", [song(1)]);
    for (const as of [client.users.admin, client.users.limited, client.users.regional]) {
      expect(await detail(popularId, "popular", as)).toMatchObject({ mayChange: false });
      for (const refusedReply of [
        at.as(as).addPopularChart({ body: { chartName: "Mine" } }).reply,
        at.as(as).changePopularChart({ body: { id: popularId, chartName: "Mine" } }).reply,
        at.as(as).deletePopularChart({ query: { id: popularId } }).reply,
        at
          .as(as)
          .setChartStatus({ body: { kind: "popular", ids: [popularId], status: "inactive" } })
          .reply,
        at.as(as).deleteChartLogo({ query: { kind: "popular", id: popularId } }).reply,
        at
          .as(as)
          .addSongsToChart({ body: { kind: "popular", chartId: popularId, songIds: [song(1)] } })
          .reply,
        at
          .as(as)
          .addMatchingToChart({ body: { kind: "popular", chartId: popularId, matching: {} } })
          .reply,
        at
          .as(as)
          .changePopularChartSongs({ body: { chartId: popularId, songIds: [song(1)], weight: 2 } })
          .reply,
        at
          .as(as)
          .removePopularChartSongs({ query: { chartId: popularId, songIds: String(song(1)) } })
          .reply,
      ])
        expect((await refusedReply).status).toBe(403);
    }
    await addSongs(customId, { songIds: [song(2)] }, client.users.limited);
    for (const as of [client.users.regional, client.users.zonal, client.users.group]) {
      expect(await detail(customId, "custom", as)).toMatchObject({ mayChange: false, songs: 2 });
      expect(await addSongs(customId, { songIds: [song(3)] }, as).status).toBe(403);
      expect(await at.as(as).addCustomChart({ body: { chartName: "x" } }).status).toBe(403);
    }
    expect(await at.as(client.users.manager).listCustomCharts().status).toBe(403);
    expect(await at.as(provider.staff.Fever_Admin_Ops).listPopularCharts().status).toBe(403);

    // another company's chart is not there, by either name; another company's id is refused
    const { admin } = other.users;
    for (const kind of ["custom", "popular"] as const) {
      const of = { kind, id: customId };
      expect(await at.as(admin).findChart({ query: of }).status).toBe(404);
      expect(
        await at.as(admin).findChart({ query: { ...of, companyId: client.companyId } }).status,
      ).toBe(403);
    }
    expect(
      await at.as(admin).changeCustomChart({ body: { id: customId, chartName: "Taken" } }).status,
    ).toBe(404);
    expect(
      await at
        .as(admin)
        .setChartStatus({ body: { kind: "custom", ids: [customId], status: "inactive" } }).status,
    ).toBe(404);
    expect(await at.as(admin).deleteCustomChart({ query: { id: customId } }).status).toBe(404);
    expect(await at.as(admin).listCustomChartSongs({ query: { chartId: customId } }).status).toBe(
      404,
    );
    expect(await addSongs(customId, { songIds: [song(5)] }, admin).status).toBe(404);
    expect(await change({ chartId: customId, songIds: [song(1)], weight: 9 }, admin).status).toBe(
      404,
    );
    const taking = { query: { chartId: customId, songIds: String(song(1)) } };
    expect(await at.as(admin).removeCustomChartSongs(taking).status).toBe(404);
    expect(await at.as(admin).listCustomCharts()).toEqual([]);

    // provider staff work in the company they name
    expect(await at.as(manager).listCustomCharts().wrongFields).toEqual(["companyId"]);
    expect(await detail(customId, "custom", manager, client.companyId)).toMatchObject({
      mayChange: true,
    });
    expect(await orderOf(customId)).toEqual([1, 2]);
  });

  test("a chart that a rule mixes is not deleted, and switching it off says so [CHT-1]", async () => {
    const { admin } = client.users;
    const id = await filled("Ruled", [song(1), song(2), song(3)]);
    const timeSlotId = await makeSlot(at.database, client.companyId);
    const popularId = await makeChart(at.database, provider.companyId, "Ruled too", [song(1)]);
    await at.as(admin).addMasterRule({
      body: {
        timeSlotId,
        regionId: client.south.regionId,
        ...ruleOver([id, 40], [popularId, 60]),
      },
    });
    for (const [endpoint, chartId, as] of [
      [contract.deleteCustomChart, id, admin],
      [contract.deletePopularChart, popularId, manager],
    ] as const) {
      const { errors } = at.as(as).call(endpoint, { query: { id: chartId } });
      expect(await errors).toEqual({
        id: expect.stringContaining(`${client.name} › South (All day)`),
      });
    }
    // 40 percent of twenty songs an hour are eight: three of them turn over in a good twenty minutes
    const chart = await detail(id, "custom", admin);
    expect(chart).toMatchObject({
      rules: 1,
      playable: 3,
      seconds: 540,
      uses: [
        { unitName: "South", level: "REGION", percent: 40, callsAnHour: 8, turnoverHours: 0.375 },
      ],
    });
    expect((await detail(popularId, "popular", other.users.admin)).rules).toBe(0);
    expect((await detail(popularId, "popular", client.users.regional)).rules).toBe(0); // North's
    expect((await detail(popularId, "popular", manager)).rules).toBe(1);
    const off = await at
      .as(admin)
      .setChartStatus({ body: { kind: "custom", ids: [id], status: "inactive" } }).reply;
    expect(off.body).toMatchObject({
      data: { changed: 1, rules: 1 },
      message: expect.stringContaining("The master rule that uses it plays the rest of the mix"),
    });

    const contested = await filled("Contested", [song(1)]);
    const body = { timeSlotId, regionId: client.north.regionId, ...ruleOver([contested, 100]) };
    const [ruled, deleted] = await Promise.all([
      at.as(admin).addMasterRule({ body }).reply,
      at.as(admin).deleteCustomChart({ query: { id: contested } }).reply,
    ]);
    expect([ruled.status, deleted.status].sort()).toEqual(
      ruled.status === 201 ? [201, 422] : [200, 422],
    );
  });

  test("a logo is uploaded, replaced and taken away; what is no picture is refused [CHT-1] [VAL-5]", async () => {
    const { admin } = client.users;
    const id = await addCustom("With a logo");
    const send = (file: File, as = admin) =>
      at.as(as).setChartLogo({ query: { kind: "custom", id }, files: [file] });
    await send(fileOf(await picture("png"), "logo.png"));
    const second = await send(fileOf(await picture("jpeg"), "logo.jpg"));
    expect((await detail(id, "custom", client.users.group)).logoFileId).toBe(second.id);
    expect(
      await at.database.db.$count(
        table.storedFile,
        eq(table.storedFile.companyId, client.companyId),
      ),
    ).toBe(1);
    expect((await send(fileOf("no picture", "logo.png")).reply).body.message).toBe(
      messages.fileType,
    );
    expect(await send(fileOf(await picture("png"), "logo.png"), other.users.admin).status).toBe(
      404,
    );
    await at.as(admin).deleteChartLogo({ query: { kind: "custom", id } });
    await at.as(admin).deleteChartLogo({ query: { kind: "custom", id } });
    expect((await detail(id, "custom", admin)).logoFileId).toBeNull();
    expect((await auditOf(id)).map(([action]) => action)).toEqual([
      "chart added",
      "chart logo set",
      "chart logo set",
      "chart logo removed",
    ]);
  });
});
