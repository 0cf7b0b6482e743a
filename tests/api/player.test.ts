import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/player/endpoints";
import { ensureMonthPartitions } from "#platform/db/month-partitions";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import {
  makeAudioFile,
  makeSongs,
  makeSpot,
  makeStoreLog,
  playOut,
  totalsOfLog,
} from "../support/play-outs.ts";

const now = new Date("2026-11-20T06:00:00.000Z"); // 11:30 in the stores
const day = "2026-11-20";
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);

describe.each(engines)("The player on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let other: TestCompany;
  let songs: number[];
  let logId: number;
  let neighbourLogId: number;
  let foreignLogId: number;
  let audio: Buffer;
  let tohId: number;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    const provider = await makeProvider(at.database);
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    await ensurePartitions(at.database.db, now);
    const file = `audio/player-${engine}.wav`;
    audio = await makeAudioFile(file, 150_000);
    songs = await makeSongs(at.database, provider.companyId, [
      { title: "First", audioFile: file },
      { title: "Second" },
      { title: "Not planned", audioFile: file },
      { title: "Outside the folder", audioFile: "audio/../../../package.json" },
    ]);
    tohId = await makeSpot(at.database, company.companyId, "TOH", "The hour", file);
    const log = (
      of: TestCompany,
      index: number,
      on: string,
      from: Date,
      items: { kind: contract.ItemKind; id: number }[],
    ) =>
      makeStoreLog(
        at.database,
        {
          companyId: of.companyId,
          storeId: of.stores[index]?.id ?? 0,
          groupId: of.north.groupIds[0] ?? 0,
          day: on,
          from,
        },
        items,
      );
    const [first = 0, second = 0, , outside = 0] = songs;
    logId = await log(company, 0, day, minutes(-60), [
      { kind: "TOH", id: tohId },
      { kind: "MUSIC", id: first },
      { kind: "MUSIC", id: second },
      { kind: "MUSIC", id: outside },
    ]);
    await log(company, 0, "2026-11-21", minutes(24 * 60), [{ kind: "MUSIC", id: second }]);
    neighbourLogId = await log(company, 1, day, minutes(-60), [{ kind: "MUSIC", id: first }]);
    foreignLogId = await log(other, 0, day, minutes(-60), [{ kind: "MUSIC", id: first }]);
  });
  afterAll(() => at.close());

  const send = (batch: unknown[], as = company.users.manager) =>
    at.as(as).reportPlayOuts({ body: batch });
  const receipt = (batch: unknown[], as?: string) => send(batch, as);
  const rows = async (query: ReturnType<typeof sql>) => (await at.database.db.execute(query)).rows;
  const storeId = () => company.stores[0]?.id ?? 0;
  /** Empties what the store has told. */
  const forget = async () => {
    await at.database.db.execute(sql`delete from play_log`);
    await at.database.db.execute(sql`delete from store_day_plays`);
    await at.database.db.execute(sql`update store_state set last_played_at = null`);
  };
  /** The daily totals are those of the log. */
  const expectTotalsOfLog = async () => {
    expect(await rows(sql`select * from store_day_plays order by 1, 2, 3`)).toEqual(
      await rows(sql`${totalsOfLog} order by 1, 2, 3`),
    );
  };

  test("the schedule is the store's own published log of the day and the next [PLY-2]", async () => {
    const data = await at.as(company.users.manager).playerSchedule();
    const schedule = data;
    expect(schedule).toMatchObject({
      storeId: storeId(),
      timeZone: "Asia/Kolkata",
      volume: 60,
      at: now.toISOString(),
    });
    expect(schedule.days.map((one) => [one.day, one.items.length])).toEqual([
      [day, 4],
      ["2026-11-21", 1],
      ["2026-11-22", 0],
    ]);
    expect(schedule.days[0]?.items.slice(0, 3)).toEqual([
      {
        itemId: `${logId}-0`,
        kind: "TOH",
        startsAt: minutes(-60).toISOString(),
        durationSeconds: 10,
        cueInSeconds: 0,
        cueOutSeconds: null,
        title: "The hour",
        artist: null,
        cover: null,
        mediaId: expect.stringMatching(new RegExp(`^spot-${tohId}-[0-9a-f]{8}$`)),
        mediaUrl: expect.stringMatching(
          new RegExp(`^/api/player/media/spot-${tohId}-[0-9a-f]{8}$`),
        ),
      },
      expect.objectContaining({
        kind: "MUSIC",
        title: "First",
        artist: "Artist",
        cover: { shape: expect.any(Number), colours: 0, pictureFileId: null },
        mediaId: expect.stringMatching(`^song-${songs[0]}-`),
      }),
      expect.objectContaining({ title: "Second", mediaId: null, mediaUrl: null }),
    ]);
    expect(
      (await at.as(company.users.manager).playerSchedule({ query: { day: "2026-12-01" } })).days[0],
    ).toEqual({
      day: "2026-12-01",
      logId: null,
      items: [],
    });
    for (const wrong of ["0000-01-01", "9999-12-31", "2026-02-30", "x"])
      expect(
        await at.as(company.users.manager).playerSchedule({ query: { day: wrong } }).status,
        wrong,
      ).toBe(422);
  });

  test("the schedule says where an item's sound begins and ends in its file [FIL-1]", async () => {
    await at.database.db.execute(
      sql`update song set cue_in_ms = 2900, cue_out_ms = 25100, audio_ms = 40000 where id = ${songs[0]}`,
    );
    const { days } = await at.as(company.users.manager).playerSchedule();
    expect(days[0]?.items[1]).toMatchObject({
      title: "First",
      cueInSeconds: 2.9,
      cueOutSeconds: 25.1,
    });
    await at.database.db.execute(
      sql`update song set cue_in_ms = 0, cue_out_ms = null, audio_ms = null where id = ${songs[0]}`,
    );
  });

  test("a player's schedule is told unchanged until something in it is another [PLY-2]", async () => {
    const ask = async (etag?: string) => {
      const headers: Record<string, string> = etag === undefined ? {} : { "If-None-Match": etag };
      const response = await at.as(company.users.manager).playerSchedule({ headers }).response;
      return {
        status: response.status,
        etag: response.headers.get("ETag") ?? "",
        text: await response.text(),
      };
    };
    let { etag } = await ask();
    const changes = [
      sql`update store set volume = 61 where company_id = ${company.companyId} and id = ${storeId()}`,
      sql`update spot set name = 'The hours' where company_id = ${company.companyId} and id = ${tohId}`,
      sql`insert into library_revision (company_id, revision) select company_id, 1 from song limit 1
        on conflict (company_id) do update set revision = library_revision.revision + 1`,
      sql`update spot set cue_in_ms = 500 where company_id = ${company.companyId} and id = ${tohId}`,
      sql`update spot set cue_in_ms = 0 where company_id = ${company.companyId} and id = ${tohId}`,
      sql`update store_log set superseded_at = now() where id = ${logId}`,
      sql`update store_log set superseded_at = null where id = ${logId}`,
      sql`update spot set name = 'The hour' where company_id = ${company.companyId} and id = ${tohId}`,
      sql`update store set volume = 60 where company_id = ${company.companyId} and id = ${storeId()}`,
    ];
    for (const change of changes) {
      expect(await ask(etag)).toEqual({ status: 304, etag, text: "" });
      await at.database.db.execute(change);
      const changed = await ask(etag);
      expect(changed.status).toBe(200);
      expect(changed.etag).not.toBe(etag);
      etag = changed.etag;
    }
  });

  test("past midnight the player still gets what runs of yesterday's log [RUN-1]", async () => {
    const { companyId, north } = company;
    // three songs of three minutes: one is over, one plays, one follows
    const late = await makeStoreLog(
      at.database,
      {
        companyId,
        storeId: storeId(),
        groupId: north.groupIds[0] ?? 0,
        day: "2026-11-19",
        from: minutes(-4),
      },
      [songs[0], songs[1], songs[0]].map((id = 0) => ({ kind: "MUSIC" as const, id })),
    );
    const { days } = await at.as(company.users.manager).playerSchedule();
    expect(days.map((one) => one.day)).toEqual(["2026-11-19", day, "2026-11-21", "2026-11-22"]);
    expect(days[0]?.items.map(({ itemId }) => itemId)).toEqual([`${late}-1`, `${late}-2`]);
    await at.database.db.execute(sql`delete from store_log where id = ${late}`);
  });

  test("nobody but a store's manager makes the player's calls, for the own store [CTX-3]", async () => {
    for (const user of [company.users.admin, company.users.regional, company.users.limited])
      expect(await at.as(user).playerSchedule().status).toBe(403);
    expect(await at.nobody.playerSchedule().status).toBe(401);
    expect(await at.as(company.users.manager).listStores().status).toBe(403);
    expect((await at.as(other.users.manager).playerSchedule()).days[0]?.logId).toBe(foreignLogId);
  });

  test("each event id counts once, in any batch and any order [PLY-1] [PLY-2]", async () => {
    await forget();
    const a = playOut(`${logId}-1`, minutes(-50));
    const b = playOut(`${logId}-2`, minutes(-47));
    const c = playOut(`${logId}-0`, minutes(-60), 10);
    const makeReceipt = (accepted: number, duplicates: number) => ({
      accepted,
      duplicates,
      verified: accepted,
      unverified: [],
      refused: [],
    });
    expect(await receipt([b, a, b])).toEqual(makeReceipt(2, 1));
    expect(await receipt([a, c, { ...a, startedAt: minutes(-40).toISOString() }])).toEqual(
      makeReceipt(1, 2),
    );
    expect(await receipt([{ ...b, eventId: b.eventId.toUpperCase() }])).toEqual(makeReceipt(0, 1));
    expect(await rows(sql`select 1 from play_log`)).toHaveLength(3);
    await expectTotalsOfLog();
  });

  test("the same batch sent ten times at once counts once [PLY-1] [PLY-2]", async () => {
    await forget();
    const batch = Array.from({ length: 60 }, (_, n) =>
      playOut(`${logId}-${n % 3}`, minutes(-n - 1), 30),
    );
    const halves = [batch.slice(0, 30), batch.slice(30), [...batch].reverse()];
    const receipts = await Promise.all(
      [...Array.from({ length: 10 }, () => batch), ...halves].map((one) => receipt(one)),
    );
    expect(receipts.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(60);
    expect(receipts.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(11 * 60);
    const [log] = await rows(
      sql`select count(*)::int as plays, sum(seconds)::int as seconds from play_log`,
    );
    expect(log).toEqual({ plays: 60, seconds: 1800 });
    await expectTotalsOfLog();
  });

  test("items of others are refused by index, and the good ones are taken [CTX-4] [PLY-2]", async () => {
    await forget();
    const good = playOut(`${logId}-1`, minutes(-5));
    const wrong = [
      `${neighbourLogId}-0`,
      `${foreignLogId}-0`,
      `${logId}-99`,
      "999999-0",
      "1",
      "",
      "1-1;drop",
      `${logId}--1`,
      `0${logId}-1`,
    ];
    const { accepted, refused } = await receipt([
      ...wrong.map((itemId) => playOut(itemId, minutes(-5))),
      good,
    ]);
    expect(accepted).toBe(1);
    expect(refused.map(({ index }) => index)).toEqual(wrong.map((_, index) => index));
    expect(refused[0]?.reason).toBe("This item is not in any log of this store.");
    expect(await rows(sql`select store_id, event_id from play_log`)).toEqual([
      { store_id: storeId(), event_id: good.eventId },
    ]);
  });

  test("plays up to 92 days late and two days ahead are received, others refused [PLY-2]", async () => {
    await forget();
    const days = (n: number) => minutes(n * 24 * 60);
    const batch = [
      playOut(`${logId}-1`, days(-92)),
      playOut(`${logId}-1`, new Date(days(-92).getTime() - 1)),
      playOut(`${logId}-1`, days(2)),
      playOut(`${logId}-1`, new Date(days(2).getTime() + 1)),
      playOut(`${logId}-1`, new Date("0001-01-01T00:00:00Z")),
      playOut(`${logId}-1`, new Date("9999-12-31T23:59:59Z")),
    ];
    const { accepted, refused } = await receipt(batch);
    expect(accepted).toBe(2);
    expect(refused.map(({ index, reason }) => [index, reason])).toEqual([
      [1, "This play is more than 92 days old."],
      [3, "This play is more than 2 days in the future."],
      [4, "This play is more than 92 days old."],
      [5, "This play is more than 2 days in the future."],
    ]);
    await expectTotalsOfLog();
  });

  test("an event is known for 92 days after it was told [PLY-1] [PLY-2]", async () => {
    await forget();
    const days = (n: number) => minutes(n * 24 * 60);
    const old = playOut(`${logId}-1`, days(-92));
    expect((await receipt([old])).accepted).toBe(1);
    // as it stands in the log when 92 days have passed
    await ensureMonthPartitions(at.database.db, "play_log", days(-184), 4);
    await at.database.db.execute(
      sql`update play_log set started_at = started_at - interval '92 days'`,
    );
    expect(await receipt([{ ...old, startedAt: minutes(-60).toISOString() }])).toMatchObject({
      accepted: 0,
      duplicates: 1,
    });
    expect(await rows(sql`select 1 from play_log`)).toHaveLength(1);
  });

  test("a play's day is the date on the store's own clock [PLY-2]", async () => {
    await forget();
    await receipt([
      playOut(`${logId}-1`, new Date("2026-11-19T18:29:59Z")),
      playOut(`${logId}-1`, new Date("2026-11-19T18:30:00Z")),
    ]);
    expect(await rows(sql`select day from play_log order by day`)).toEqual([
      { day: "2026-11-19" },
      { day: "2026-11-20" },
    ]);
    const lastPlayed = async () =>
      (
        await rows(sql`select last_played_at as at from store_state where store_id = ${storeId()}`)
      )[0]?.at;
    expect(await lastPlayed()).toEqual(new Date("2026-11-19T18:33:00Z"));
    await receipt([playOut(`${logId}-1`, new Date("2026-11-01T10:00:00Z"))]);
    expect(await lastPlayed()).toEqual(new Date("2026-11-19T18:33:00Z"));
    await receipt([playOut(`${logId}-1`, minutes(-1), 180)]);
    expect(await lastPlayed()).toEqual(now);
  });

  test("a deactivated store gets no log and no files; what it played before still counts", async () => {
    const storeId = company.stores[1]?.id ?? 0;
    const units = [{ storeId }];
    const { username } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Store_Music_Manager",
      level: "store",
      units,
    });
    const items = async () =>
      (await at.as(username).playerSchedule()).days.flatMap((one) => one.items);
    const [item] = await items();
    const media = () => at.as(username).playerMedia({ params: { id: item?.mediaId ?? "" } });
    expect(await media().status).toBe(200);
    await at.database.db.execute(sql`update store set status = 'inactive' where id = ${storeId}`);
    expect([await items(), await media().status]).toEqual([[], 404]);
    expect(await receipt([playOut(`${neighbourLogId}-0`, minutes(-40))], username)).toMatchObject({
      accepted: 1,
    });
    await at.database.db.execute(sql`update store set status = 'active' where id = ${storeId}`);
  });

  test("what plays where provider staff opened the player counts as nothing [SES-8]", async () => {
    const units = [{ storeId: company.stores[1]?.id ?? 0 }];
    const { id, username } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Store_Music_Manager",
      level: "store",
      units,
    });
    await at.tokenOf(username);
    await at.database.db.execute(
      sql`update auth_session set opened_by_company_id = app_user.company_id, opened_by_id = app_user.id, opened_by_name = 'super.admin'
        from app_user where app_user.role = 'ROLE_Fever_Super_Admin' and auth_session.user_id = ${id}`,
    );
    const played = playOut(`${neighbourLogId}-0`, minutes(-50));
    expect(await receipt([played], username)).toMatchObject({
      accepted: 0,
      refused: [{ index: 0, reason: expect.stringContaining("super.admin") }],
    });
    const beat = { volume: 50, playing: true, version: "1.0.0", at: now.toISOString() };
    await at.as(username).playerHeartbeat({ body: beat });
    const { rows } = await at.database.db.execute(
      sql`select 1 from store_state where store_id = ${company.stores[1]?.id ?? 0} and last_seen_at is not null`,
    );
    expect(rows).toEqual([]);
  });

  test("a batch that cannot be read is refused whole, by field", async () => {
    const good = playOut(`${logId}-1`, minutes(-5));
    const refusedOn = async (batch: unknown) => {
      const { status, body } = await at.as(company.users.manager).reportPlayOuts({ body: batch })
        .reply;
      return [status, body.errors?.map(({ field }) => field)];
    };
    expect(await refusedOn([good, { ...good, eventId: "x" }])).toEqual([422, ["1.eventId"]]);
    expect(await refusedOn([{ ...good, seconds: -1 }])).toEqual([422, ["0.seconds"]]);
    expect(await refusedOn([{ ...good, seconds: 3601 }])).toEqual([422, ["0.seconds"]]);
    expect(await refusedOn([{ ...good, startedAt: "yesterday" }])).toEqual([422, ["0.startedAt"]]);
    expect(await refusedOn([{ ...good, storeId: 1 }])).toEqual([422, ["0.storeId"]]);
    expect((await refusedOn([]))[0]).toBe(422);
    expect(
      (await refusedOn(Array.from({ length: 501 }, () => ({ ...good, eventId: randomUUID() }))))[0],
    ).toBe(422);
    expect((await refusedOn({}))[0]).toBe(422);
  });

  test("a heartbeat tells volume, version and that the store is alive [PLY-1] [PLY-2]", async () => {
    const storedUntil = minutes(48 * 60).toISOString();
    const body = {
      volume: 42,
      playing: true,
      version: "1.0.0",
      at: "2001-01-01T00:00:00Z",
      storedUntil,
    };
    expect(await at.as(company.users.manager).playerHeartbeat({ body })).toEqual({
      at: now.toISOString(),
      volume: 60,
      plays: true,
      playing: null,
      commands: [],
    });
    expect(
      await rows(
        sql`select volume, playing, player_version, last_seen_at, stored_until from store_state where store_id = ${storeId()}`,
      ),
    ).toEqual([
      {
        volume: 42,
        playing: true,
        player_version: "1.0.0",
        last_seen_at: now,
        stored_until: minutes(48 * 60),
      },
    ]);
    expect(await at.as(company.users.admin).findStore({ query: { id: storeId() } })).toMatchObject({
      volume: 42,
      storedUntil,
    });
    const oddly = storedUntil.replace("Z", `${"0".repeat(300)}Z`);
    for (const written of [oddly, "2000-01-01T00:00:00+23:59", "2099-12-31T23:59:59-23:59"])
      await at
        .as(company.users.manager)
        .playerHeartbeat({ body: { ...body, storedUntil: written } });
    for (const wrong of [
      { volume: 101 },
      { volume: 1.5 },
      { version: "" },
      { at: "x" },
      { playing: "yes" },
      { storedUntil: "x" },
      { storedUntil: "0000-01-01T00:00:00Z" },
      { storedUntil: "9999-12-31T23:59:59-23:59" },
      { more: 1 },
    ])
      expect(
        await at.as(company.users.manager).playerHeartbeat({ body: { ...body, ...wrong } }).status,
      ).toBe(422);
  });

  describe("a file", () => {
    const media = (
      id: string,
      headers: Record<string, string> = {},
      { method = "get" as "get", as = company.users.manager } = {},
    ) => at.request({ method, path: contract.playerMedia.path }, { params: { id }, headers }, as);
    const song = () => `song-${songs[0]}`;
    const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

    test("comes whole, with headers that keep it from being anything but audio [PLY-2]", async () => {
      const response = await media(song());
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "audio/wav",
        "content-length": "150000",
        "accept-ranges": "bytes",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      expect((await bytes(response)).equals(audio)).toBe(true);
    });

    test("comes in ranges: from, to, the last bytes, over its end; none that lie beyond it [PLY-2]", async () => {
      for (const [range, start, end] of [
        ["bytes=0-0", 0, 0],
        ["bytes=100-70099", 100, 70_099],
        ["bytes=149999-", 149_999, 149_999],
        ["bytes=-500", 149_500, 149_999],
        ["bytes=140000-999999", 140_000, 149_999],
        ["bytes=-999999", 0, 149_999],
      ] as const) {
        const response = await media(song(), { Range: range });
        expect([response.status, response.headers.get("Content-Range")], range).toEqual([
          206,
          `bytes ${start}-${end}/150000`,
        ]);
        expect((await bytes(response)).equals(audio.subarray(start, end + 1)), range).toBe(true);
      }
      for (const range of ["bytes=150000-", "bytes=200000-300000", "bytes=-0"]) {
        const response = await media(song(), { Range: range });
        expect([response.status, response.headers.get("Content-Range")], range).toEqual([
          416,
          "bytes */150000",
        ]);
      }
      for (const range of ["bytes=5-1", "bytes=a-b", "bytes=-", "items=0-1", "bytes=0-1,5-6"])
        expect((await media(song(), { Range: range })).status, range).toBe(200);
    });

    test("has an ETag: 304 when it is the same, the whole file when a range is of another [PLY-2]", async () => {
      const etag = (await media(song())).headers.get("ETag") ?? "";
      expect((await media(song(), { "If-None-Match": etag })).status).toBe(304);
      expect((await media(song(), { "If-None-Match": `W/${etag}, "x"` })).status).toBe(304);
      expect((await media(song(), { "If-None-Match": '"x"' })).status).toBe(200);
      expect((await media(song(), { Range: "bytes=0-9", "If-Range": etag })).status).toBe(206);
      expect((await media(song(), { Range: "bytes=0-9", "If-Range": '"x"' })).status).toBe(200);
    });

    test("HEAD gives the headers alone [PLY-2]", async () => {
      const head = await at.send(
        new Request(`http://platform/api/player/media/${song()}`, {
          method: "HEAD",
          headers: { Authorization: `Bearer ${await at.tokenOf(company.users.manager)}` },
        }),
      );
      expect([head.status, head.headers.get("Content-Length"), head.body]).toEqual([
        200,
        "150000",
        null,
      ]);
    });

    test("that was replaced has a new ID, and the old ID gives none [PLY-2]", async () => {
      const idOfSong = async () => {
        const { days } = await at.as(company.users.manager).playerSchedule();
        return days[0]?.items.find(({ title }) => title === "First")?.mediaId ?? "";
      };
      const keptId = await idOfSong();
      expect((await bytes(await media(keptId))).equals(audio)).toBe(true);
      const newFile = `audio/player-new-${engine}.wav`;
      const newAudio = await makeAudioFile(newFile, 90_000);
      const replaceWith = (file: string) =>
        at.database.db.execute(sql`update song set audio_file = ${file} where id = ${songs[0]}`);
      await replaceWith(newFile);
      const newId = await idOfSong();
      expect(newId).not.toBe(keptId);
      expect((await bytes(await media(newId))).equals(newAudio)).toBe(true);
      expect((await media(keptId)).status).toBe(404);
      await replaceWith(`audio/player-${engine}.wav`);
      expect(await idOfSong()).toBe(keptId);
    });

    test("is given only when it stands in the own store's logs [CTX-4]", async () => {
      expect((await media(`spot-${tohId}`)).status).toBe(200);
      expect((await media(`spot-${tohId}`, {}, { as: other.users.manager })).status).toBe(404);
      expect((await media(`song-${songs[2]}`)).status).toBe(404);
      expect((await media(`song-${songs[1]}`)).status).toBe(404);
      expect((await media(`song-${songs[3]}`)).status).toBe(404);
      for (const id of ["song-2147483648", "spot-999999999999999"])
        expect((await media(id)).status, id).toBe(404);
      expect((await media(song(), {}, { as: company.users.admin })).status).toBe(403);
      for (const id of [
        "song-0",
        "song-x",
        "../../package.json",
        "song-1e3",
        "song-99999999999999999999",
      ])
        expect((await media(id)).status, id).toBe(422);
    });
  });

  test("the newest player's version and its package's address are told to anybody [PLY-2]", async () => {
    const { data } = await at.nobody.latestPlayerVersion().answer;
    expect(data).toEqual({ version: "1.0.0", packageUrl: null });
    const playerPackageUrl = "https://downloads.example.com/player-3.apk";
    const offering = await openTestPlatform(engine, { database: at.database, playerPackageUrl });
    expect(await offering.nobody.latestPlayerVersion()).toEqual({
      version: "1.0.0",
      packageUrl: playerPackageUrl,
    });
    await offering.stopListening();
  });
});
