import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, showDate } from "#contract/base/dates";
import * as table from "#platform/db/schema/index";
import { recording } from "../support/audio.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine, somebodyWaits } from "../support/database.ts";
import { makeChart, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSongs } from "../support/play-outs.ts";

describe.each([anyEngine])("Deleting a song on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let client: TestCompany;
  let manager: string;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    provider = await makeProvider(at.database);
    client = await makeCompany(at.database);
    manager = provider.staff.Fever_Music_Admin;
  });
  afterAll(() => at?.close());

  const remove = (id: number, as = manager) => at.as(as).deleteSong({ query: { id } });
  const song = async (title: string): Promise<number> =>
    (
      await makeSongs(at.database, provider.companyId, [{ title, audioFile: "audio/any.wav" }])
    )[0] ?? 0;
  const searchSongs = async (search: string) => {
    const { data, page } = await at.as(manager).listSongs({ query: { search } }).answer;
    return { titles: data.map(({ title }) => title), total: page?.total };
  };
  const facts = (id: number) => at.as(manager).songCharts({ params: { id } });

  test("takes a song that was never used with all of it, and search forgets it [LIB-1] [AUD-1]", async () => {
    const read = await at.as(manager).readSongAudio({ files: [await recording("tagged.mp3")] });
    const item = (kind: "genre" | "mood" | "language" | "tempo", name: string) => ({
      companyId: provider.companyId,
      kind,
      name,
      rank: kind === "tempo" ? 1 : null,
    });
    const itemRows = await at.database.db
      .insert(table.catalogueItem)
      .values([
        item("genre", "Rock"),
        item("mood", "Calm"),
        item("language", "Hindi"),
        item("tempo", "Slow"),
      ])
      .returning();
    const items = Object.fromEntries(itemRows.map(({ kind, id }) => [`${kind}Id`, id]));
    const body = {
      fileId: read.fileId,
      title: "Uploaded by mistake",
      artist: "Band",
      singers: ["Asha"],
      ...items,
    };
    const { id } = await at.as(manager).addSong({ body });
    expect((await searchSongs("uploaded mistake")).titles).toEqual(["Uploaded by mistake"]);
    const [stored] = await at.database.db.select().from(table.song).where(eq(table.song.id, id));

    const answer = await remove(id).answer;
    expect(answer.message).toBe("Uploaded by mistake deleted");
    expect(await searchSongs("uploaded mistake")).toEqual({ titles: [], total: 0 });
    expect(await at.as(manager).findSong({ params: { id } }).status).toBe(404);
    expect(await remove(id).status).toBe(404);
    expect(await at.database.db.$count(table.songTag, eq(table.songTag.songId, id))).toBe(0);
    expect(
      await at.database.db.$count(
        table.storedFile,
        eq(table.storedFile.key, stored?.audioFile ?? ""),
      ),
    ).toBe(0);
    expect(
      await at.as(manager).readFile({ params: { id: stored?.pictureFileId ?? "" } }).status,
    ).toBe(404);
    const [row] = await at.database.db
      .select()
      .from(table.auditLog)
      .where(and(eq(table.auditLog.action, "song deleted"), eq(table.auditLog.itemId, String(id))));
    expect(row).toMatchObject({
      itemName: "Uploaded by mistake",
      after: null,
      before: {
        title: "Uploaded by mistake",
        singers: ["Asha"],
        genre: "Rock",
        audio: "tagged.mp3",
      },
    });
  });

  test("refuses a song in a chart or ever scheduled, and says so [LIB-1]", async () => {
    const charted = await song("Charted");
    const planned = await song("Planned");
    const free = await song("Free");
    await makeChart(at.database, provider.companyId, `Keeps ${charted}`, [charted]);
    await makeChart(at.database, client.companyId, `Keeps ${charted}, too`, [charted]);
    expect(await remove(charted).errors).toEqual({
      id: "“Charted” is in 2 charts. Remove it from them first, or deactivate it.",
    });
    expect(await facts(charted)).toMatchObject({ total: 2, scheduledFrom: null });

    const chartId = await makeChart(at.database, client.companyId, `Plays ${planned}`, [planned]);
    const slotId = await makeSlot(at.database, client.companyId);
    const rule = { timeSlotId: slotId, ...ruleOver([chartId, 100]) };
    await at.as(client.users.admin).addMasterRule({ body: rule });
    const day = addDays(new Date().toISOString().slice(0, 10), 3);
    const groupId = client.north.groupIds[0] ?? 0;
    const preview = await at.as(client.users.admin).previewGroupDay({ query: { groupId, day } })
      .reply;
    expect(preview.status, JSON.stringify(preview.body).slice(0, 300)).toBe(200);
    await at.database.db.delete(table.chartSong).where(eq(table.chartSong.songId, planned));
    const { scheduledFrom } = await facts(planned);
    expect(scheduledFrom).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await remove(planned).errors).toEqual({
      id: `“Planned” is in schedules from ${showDate(scheduledFrom ?? "")} on. Deactivate it instead.`,
    });
    expect(await facts(free)).toMatchObject({ total: 0, scheduledFrom: null });
  });

  test("of deleting and adding to a chart at once, one is refused [LIB-1] [CHT-1] [API-1]", async () => {
    const chartId = await makeChart(at.database, provider.companyId, `Races ${Date.now()}`, [
      await song("There"),
    ]);
    for (const id of await Promise.all(
      Array.from({ length: 6 }, (_, nth) => song(`Raced for ${nth}`)),
    )) {
      const [removed, added] = await Promise.all([
        remove(id).reply,
        at.as(manager).addSongsToChart({ body: { kind: "popular", chartId, songIds: [id] } }).reply,
      ]);
      const songCount = await at.database.db.$count(table.song, eq(table.song.id, id));
      const inChart = await at.database.db.$count(table.chartSong, eq(table.chartSong.songId, id));
      if (removed.status === 200)
        expect([songCount, inChart, [404, 422].includes(added.status)]).toEqual([0, 0, true]);
      else expect([songCount, inChart, removed.status, added.status]).toEqual([1, 1, 422, 200]);
    }
  });

  // the embedded engine runs one transaction at a time
  test.skipIf(engine === "embedded")(
    "a day being planned with the song waits, and is refused [LIB-1] [SCH-1]",
    async () => {
      const { companyId, users, south } = await makeCompany(at.database);
      const id = await song("Planned while it goes");
      const chartId = await makeChart(at.database, companyId, "Holds it", [id]);
      const rule = {
        timeSlotId: await makeSlot(at.database, companyId),
        ...ruleOver([chartId, 100]),
      };
      await at.as(users.admin).addMasterRule({ body: rule });
      const [groupId = 0] = south.groupIds;
      const day = addDays(new Date().toISOString().slice(0, 10), 3);
      const planned = await at.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query("delete from chart_song where song_id = $1", [id]);
        await client.query("delete from song where id = $1", [id]);
        const planning = at.as(users.admin).previewGroupDay({ query: { groupId, day } }).reply;
        await somebodyWaits(client);
        await client.query("commit");
        return planning;
      });
      expect(planned.body.errors).toEqual([
        { field: "day", message: "A song of this day was deleted in the meantime. Try again." },
      ]);
      expect(
        await at.database.db.$count(
          table.groupPlaylist,
          eq(table.groupPlaylist.companyId, companyId),
        ),
      ).toBe(0);
    },
  );

  test("is for those who change the own library alone [ROL-1] [CTX-4]", async () => {
    const id = await song("Guarded");
    for (const as of [client.users.admin, client.users.manager, provider.staff.Fever_Admin_Ops])
      expect(await remove(id, as).status).toBe(403);
    const [ofClient] = await makeSongs(at.database, client.companyId, [{ title: "Elsewhere" }]);
    expect(await remove(ofClient ?? 0).status).toBe(404);
    expect(await at.database.db.$count(table.song, eq(table.song.title, "Elsewhere"))).toBe(1);
  });
});
