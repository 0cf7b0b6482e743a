import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import * as contract from "#contract/charts/endpoints";
import * as songs from "#contract/charts/songs";
import { type Charts, openCharts } from "../support/charts.ts";
import { readCsv } from "../support/csv.ts";
import { engines } from "../support/database.ts";
import { fileOf } from "../support/uploads.ts";

describe.each(engines)("Charts as CSV on %s", (engine) => {
  let world: Charts;

  beforeAll(async () => {
    world = await openCharts(engine);
  });
  afterAll(() => world?.close());

  const csv = async (endpoint: Endpoint, query: object, as: string) => {
    const response = await world.at.as(as).call(endpoint, { query }).response;
    return {
      status: response.status,
      name: response.headers.get("Content-Disposition"),
      rows: readCsv(await response.text()),
    };
  };

  test("a chart's file has its songs in order, and another chart takes it up [CHT-1]", async () => {
    const { at, client, other, song, addCustom, addSongs } = world;
    const { admin, regional } = client.users;
    const id = await addCustom("=Evening mix");
    await addSongs(id, { songIds: [3, 1, 2].map(song) });
    await at
      .as(admin)
      .changeCustomChartSongs({ body: { chartId: id, songIds: [song(1)], weight: 4 } });
    const { status, name, rows } = await csv(
      songs.exportChartSongs,
      { kind: "custom", chartId: id },
      regional,
    );
    expect([status, name]).toEqual([200, expect.stringContaining('filename="Chart-Evening-mix-')]);
    const [heading = [], ...lines] = rows;
    const cell = (line: string[], column: string) => line[heading.indexOf(column)];
    expect(
      lines.map((line) =>
        ["Position", "Title", "Weight", "Language", "Plays"].map((column) => cell(line, column)),
      ),
    ).toEqual([
      ["1", "Song 03", "1", "", "playable"],
      ["2", "Song 01", "4", "", "playable"],
      ["3", "Song 02", "1", "Hindi", "playable"],
    ]);
    const text = rows.map((line) => line.join(",")).join("\n");
    const copy = await addCustom("Its copy");
    const added = await at.as(admin).addCsvToChart({
      query: { kind: "custom", chartId: copy },
      files: [fileOf(text, "chart.csv")],
    } as never).answer;
    expect(added.data, added.message).toMatchObject({ added: 3, unclearTotal: 0 });
    expect(
      (await csv(songs.exportChartSongs, { kind: "custom", chartId: copy }, admin)).rows.map(
        (line) => line[2],
      ),
    ).toEqual(rows.map((line) => line[2]));
    for (const [query, as, refused] of [
      [{ kind: "custom", chartId: id }, other.users.admin, 404],
      [{ kind: "popular", chartId: id }, admin, 404],
      [{ kind: "custom", chartId: id }, client.users.manager, 403],
    ] as const)
      expect(await at.as(as).exportChartSongs({ query }).status).toBe(refused);
  });

  test("two charts in a script of India have files of two names [CHT-1] [REP-1]", async () => {
    const { client, addCustom } = world;
    const nameOf = async (chartName: string) => {
      const query = { kind: "custom", chartId: await addCustom(chartName) };
      return (await csv(songs.exportChartSongs, query, client.users.admin)).name;
    };
    expect(await nameOf("सुबह")).not.toBe(await nameOf("शाम"));
  });

  test("the list's file holds the charts that match, and no other company's [CHT-1] [CTX-4]", async () => {
    const { client, other, addCustom, addSongs, song } = world;
    const id = await addCustom("Exported 50%");
    await addSongs(id, { songIds: [1, 2, 39].map(song) });
    const { rows } = await csv(
      contract.exportCharts,
      { kind: "custom", search: "50%" },
      client.users.admin,
    );
    expect(rows[0]?.slice(0, 4)).toEqual(["Chart", "Description", "Status", "Songs"]);
    expect(rows.slice(1).map((line) => [line[0], ...line.slice(2, 6)])).toEqual([
      ["Exported 50%", "active", "3", "2", "360"],
    ]);
    expect(
      (await csv(contract.exportCharts, { kind: "custom", search: "50%" }, other.users.admin)).rows,
    ).toHaveLength(1);
    expect(
      (await csv(contract.exportCharts, { kind: "custom", status: "inactive" }, client.users.admin))
        .rows,
    ).toHaveLength(1);
  });
});
