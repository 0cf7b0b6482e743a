import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/ads/spots";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { keepHouse } from "#platform/jobs/keep-house";
import { findCurrentLogs, keepDays } from "#platform/modules/schedule/index";
import { recording, wav } from "../support/audio.ts";
import {
  leaveFirstGroup,
  makeCompany,
  makeProvider,
  makeUser,
  type TestCompany,
} from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { bookSpot, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeStoreLog } from "../support/play-outs.ts";
import { fileOf } from "../support/uploads.ts";

/** Noon in the companies' zone. */
const now = new Date("2026-05-11T06:30:00Z");
const [yesterday, today, tomorrow, afterTomorrow] = [
  "2026-05-10",
  "2026-05-11",
  "2026-05-12",
  "2026-05-13",
] as const;

describe.each([anyEngine])("Ad spots on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let folder: string;
  let tone = 300;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fever-spots-"));
    at = await openTestPlatform(engine, { now, files: folderStore(folder) });
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
    await at.database.db.insert(table.catalogueItem).values([
      { companyId: provider.companyId, kind: "brand", name: "Zippo Cola" },
      { companyId: provider.companyId, kind: "language", name: "Tamil" },
    ]);
  });
  afterAll(() => at?.close());

  const upload = (file = wav(10, { hertz: tone++ }), as = company.users.admin) =>
    at.as(as).readSpotAudio({ files: [file] });
  const post = async (fields: object, as = company.users.admin, file?: File) =>
    at.as(as).addSpot({
      body: {
        kind: "AD",
        name: `Spot ${tone}`,
        fileId: (await upload(file, as)).fileId,
        ...fields,
      },
    }).reply;
  const add = async (
    fields: object,
    { as = company.users.admin, file }: { as?: string; file?: File } = {},
  ) => {
    const { status, body } = await post(fields, as, file);
    expect(status, JSON.stringify(body)).toBe(201);
    return (body.data as { id: number }).id;
  };
  const show = (id: number, as = company.users.admin) => at.as(as).findSpot({ params: { id } });
  const change = (id: number, fields: object, as = company.users.admin) =>
    at.as(as).changeSpot({ body: { kind: "AD", name: "Changed", ...fields, id } });
  const setStatus = (body: object, as = company.users.admin) =>
    at.as(as).setSpotStatus({ body } as never);
  const list = async (query: object, as = company.users.admin) => {
    const { data, page } = await at.as(as).listSpots({ query }).answer;
    return { names: data.map(({ name }) => name), page };
  };
  const refusal = ({ status, body }: Awaited<ReturnType<typeof post>>) => [
    status,
    ...(body.errors ?? []).map(({ field, message }) => `${field}: ${message}`),
  ];
  const book = (of: TestCompany, spotId: number, minuteOfHour = 20) =>
    bookSpot(at.database, of.companyId, spotId, {
      exactTimes: Array.from({ length: 24 }, (_, hour) => hour * 60 + minuteOfHour),
    });
  const history = async (id: number) =>
    (
      await at.database.db
        .select({
          action: table.auditLog.action,
          before: table.auditLog.before,
          after: table.auditLog.after,
        })
        .from(table.auditLog)
        .where(and(eq(table.auditLog.itemKind, "spot"), eq(table.auditLog.itemId, String(id))))
        .orderBy(table.auditLog.id)
    ).map(
      (row) =>
        row as { action: string; before: Record<string, unknown>; after: Record<string, unknown> },
    );

  test("spots of each kind take their details, and their audio is measured [ADS-1] [AUD-1]", async () => {
    const read = await upload(await recording("tagged.mp3"));
    expect(read).toMatchObject({
      name: "tagged.mp3",
      mediaType: "audio/mpeg",
      durationSeconds: 7,
      title: "Été à Goa गोवा",
    });
    expect(read.peaks).toHaveLength(400);
    const fields = {
      name: "  Monsoon   sale ",
      brand: "Drizzle",
      category: "Clothing",
      language: "Hindi",
      validFrom: today,
      validTo: tomorrow,
      territories: ["NP", "IN", "IN"],
    };
    const added = await at
      .as(company.users.admin)
      .addSpot({ body: { kind: "AD", ...fields, fileId: read.fileId } }).answer;
    expect(added.message).toBe("Monsoon sale added");
    const { id } = added.data;
    expect(await show(id)).toMatchObject({
      kind: "AD",
      name: "Monsoon sale",
      category: "Clothing",
      language: "Hindi",
      validFrom: today,
      validTo: tomorrow,
      brand: { name: "Drizzle" },
      territories: ["IN", "NP"],
      durationSeconds: 7,
      loudness: read.loudness,
      peaks: read.peaks,
      state: "active",
      uses: 0,
      hasAudio: true,
      mayChange: true,
      audio: { name: "tagged.mp3" },
      version: 1,
    });
    expect(await history(id)).toMatchObject([
      {
        action: "spot added",
        after: {
          name: "Monsoon sale",
          brand: "Drizzle",
          durationSeconds: 7,
          audio: "tagged.mp3",
          version: 1,
        },
      },
    ]);

    const promo = await add({ kind: "JINGLE", name: "Card", brand: "DRIZZLE" }, { file: wav(1.2) });
    const hour = await add({ kind: "TOH", name: "Chime" });
    expect(await show(promo)).toMatchObject({
      brand: { name: "Drizzle" },
      durationSeconds: 1,
      category: null,
      territories: [],
    });
    expect(await show(hour)).toMatchObject({ kind: "TOH", brand: null, durationSeconds: 10 });
    const brands = and(
      eq(table.catalogueItem.companyId, company.companyId),
      eq(table.catalogueItem.kind, "brand"),
    );
    expect(await at.database.db.$count(table.catalogueItem, brands)).toBe(1);

    const choices = await at.as(company.users.admin).spotChoices();
    expect(choices).toMatchObject({
      brands: [{ name: "Drizzle" }],
      brandNames: ["Drizzle", "Zippo Cola"],
    });
    expect(choices).toMatchObject({
      categories: ["Clothing"],
      languages: ["Hindi", "Tamil"],
      mayChange: true,
    });

    const whole = await at.as(company.users.admin).spotAudio({ params: { id } }).response;
    expect([whole.status, whole.headers.get("Content-Type")]).toEqual([200, "audio/mpeg"]);
    const part = await at
      .as(company.users.admin)
      .spotAudio({ params: { id }, headers: { range: "bytes=0-9" } }).response;
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });

  test("loudness is that of ITU-R BS.1770, whatever the format", async () => {
    const tones = (level: number) => {
      const rate = 48_000;
      const file = Buffer.from("RIFF....WAVEfmt ................data....", "latin1");
      const samples = Buffer.alloc(5 * rate * 4);
      for (let n = 0; n < 5 * rate; n++) {
        const value = Math.round(level * 32_767 * Math.sin((2 * Math.PI * 997 * n) / rate));
        samples.writeInt16LE(value, n * 4);
        samples.writeInt16LE(value, n * 4 + 2);
      }
      const head = Buffer.alloc(44);
      file.copy(head, 0, 0, 20);
      head.writeUInt32LE(36 + samples.length, 4);
      head.writeUInt32LE(16, 16);
      for (const [value, place] of [
        [1, 20],
        [2, 22],
        [4, 32],
        [16, 34],
      ] as const)
        head.writeUInt16LE(value, place);
      head.writeUInt32LE(rate, 24);
      head.writeUInt32LE(rate * 4, 28);
      head.write("data", 36, "latin1");
      head.writeUInt32LE(samples.length, 40);
      return fileOf(new Uint8Array(Buffer.concat([head, samples])), "tone.wav");
    };
    // a full sine in both channels has 0 LUFS
    expect((await upload(tones(0.5))).loudness).toBeCloseTo(-6, 0.2);
    expect((await upload(tones(0.25))).loudness).toBeCloseTo(-12, 0.2);
  });

  test("bad audio and fields are refused in words, and nobody types a length [VAL-5] [ADS-1]", async () => {
    const send = (file: File) => at.as(company.users.admin).readSpotAudio({ files: [file] });
    expect(await send(wav(0.3)).errors).toEqual({
      file: "A spot is 1 second to 10 minutes long; this file is 0 seconds long.",
    });
    expect(await send(wav(602)).errors).toEqual({
      file: "A spot is 1 second to 10 minutes long; this file is longer.",
    });
    expect(await send(await recording("song.flac", { share: 0.6 })).errors).toEqual({
      file: "This file is incomplete: only 0:02 of 0:06 can be played.",
    });
    expect(await send(fileOf("no sound", "spot.mp3")).status).toBe(422);
    expect(refusal(await post({ durationSeconds: 5 }))[0]).toBe(422);
    expect(refusal(await post({ validFrom: tomorrow, validTo: today }))).toEqual([
      422,
      `validTo: ${contract.endsFirst}`,
    ]);
    expect(refusal(await post({ territories: ["XX"] }))).toEqual([
      422,
      "territories: There is no country XX.",
    ]);
    const { fileId } = await upload();
    const body = { kind: "AD" as const, name: "Once", fileId };
    const [one, other] = await Promise.all(
      [1, 2].map(
        (n) => at.as(company.users.admin).addSpot({ body: { ...body, name: `Once ${n}` } }).reply,
      ),
    );
    expect([one?.status, other?.status].sort()).toEqual([201, 422]);
    // the upload is its uploader's
    const { fileId: foreign } = await upload();
    expect(
      refusal(
        await at.as(company.users.limited).addSpot({ body: { ...body, fileId: foreign } }).reply,
      )[0],
    ).toBe(422);
  });

  test("a name is one active spot's of its kind, whatever case, of two added at once too", async () => {
    const first = await add({ name: "Diwali offer" });
    const duplicateMessage =
      "name: There is already an active spot called “DIWALI OFFER” (Ad). Choose another name.";
    expect(refusal(await post({ name: "DIWALI OFFER" }))).toEqual([422, duplicateMessage]);
    await add({ name: "Diwali offer", kind: "JINGLE" });
    const replies = await Promise.all([post({ name: "Race" }), post({ name: "race" })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
    await setStatus({ ids: [first], status: "inactive" });
    const second = await add({ name: "diwali offer" });
    expect(await setStatus({ ids: [first], status: "active" }).errors).toEqual({
      ids: "There is already an active spot with this name. Rename one of them first.",
    });
    await change(second, { name: "Diwali" });
    await setStatus({ ids: [first], status: "active" });
  });

  test("the list filters by words, kind, state and brand, sorts, pages and counts", async () => {
    const other = await makeCompany(at.database);
    const as = other.users.admin;
    await add({ name: "Alpha", brand: "Kettle", validTo: yesterday }, { as });
    await add(
      { name: "Beta 10", brand: "Kettle", category: "Drinks", kind: "JINGLE" },
      { as, file: wav(20) },
    );
    await add({ name: "Beta 2", validFrom: tomorrow }, { as, file: wav(5) });
    const gone = await add({ name: "Gone" }, { as });
    await setStatus({ ids: [gone], status: "inactive" }, as);
    const names = async (query: object) => (await list(query, as)).names;
    expect(await names({})).toEqual(["Alpha", "Beta 2", "Beta 10", "Gone"]);
    expect(await names({ sort: "-length" })).toEqual(["Beta 10", "Gone", "Alpha", "Beta 2"]);
    expect(await names({ search: "kettle" })).toEqual(["Alpha", "Beta 10"]);
    expect(await names({ search: "drin" })).toEqual(["Beta 10"]);
    expect(await names({ kind: "JINGLE" })).toEqual(["Beta 10"]);
    for (const [state, spotName] of Object.entries({
      active: "Beta 10",
      upcoming: "Beta 2",
      ended: "Alpha",
      withdrawn: "Gone",
    }))
      expect(await names({ state })).toEqual([spotName]);
    const { data } = (await at.as(as).spotChoices().reply).body as {
      data: { brands: { id: number }[] };
    };
    expect(await names({ brandId: data.brands[0]?.id })).toEqual(["Alpha", "Beta 10"]);
    const first = await list({ limit: 3 }, as);
    expect([first.names.length, first.page?.total]).toEqual([3, 4]);
    expect((await list({ limit: 3, cursor: first.page?.next ?? "" }, as)).names).toEqual(["Gone"]);
    // what may be booked: with audio, not withdrawn, not over
    await at.database.db
      .insert(table.spot)
      .values({ companyId: other.companyId, kind: "AD", name: "Silent", durationSeconds: 10 });
    expect((await at.as(as).spotsForNonMusic({ query: {} })).map(({ name }) => name)).toEqual([
      "Beta 2",
      "Beta 10",
    ]);
  });

  test("a save of an older version is refused on what others changed [AUD-1]", async () => {
    const id = await add({ name: "Edited", brand: "Kettle", category: "Drinks" });
    const fields = { name: "Edited", brand: "kettle", category: "Drinks" };
    // nothing changed
    expect(await change(id, { ...fields, version: 1 })).toMatchObject({ version: 1 });
    await change(id, { ...fields, category: "Coffee", version: 1 });
    const outdated = refusal(
      await change(id, { ...fields, category: "Tea", version: 1 }, company.users.limited).reply,
    );
    expect(outdated).toEqual([
      422,
      `category: ${company.users.admin} has changed this to “Coffee” in the meantime. Save again to keep your entry.`,
    ]);
    await book(company, id);
    expect(await change(id, { ...fields, kind: "TOH" }).errors).toEqual({
      kind: "This spot is booked as Ad. Add a new spot for another kind.",
    });
    expect(await history(id)).toMatchObject([
      { action: "spot added" },
      {
        action: "spot changed",
        before: { category: "Drinks", version: 1 },
        after: { category: "Coffee", version: 2 },
      },
    ]);
  });

  test("a replaced file of a spot is measured anew, and the old one goes [ADS-1]", async () => {
    const id = await add({ name: "Replaced" }, { file: wav(8, { name: "old.wav" }) });
    const [{ audioFile: old } = { audioFile: null }] = await at.database.db
      .select()
      .from(table.spot)
      .where(eq(table.spot.id, id));
    const file = wav(12, { name: "new.wav" });
    const { message, data } = await at
      .as(company.users.admin)
      .replaceSpotAudio({ params: { id }, files: [file] }).answer;
    expect([message, data]).toMatchObject([
      "Audio of Replaced replaced",
      { durationSeconds: 12, version: 2 },
    ]);
    expect(await show(id)).toMatchObject({
      durationSeconds: 12,
      audio: { name: "new.wav" },
      version: 2,
    });
    expect((await history(id))[1]).toMatchObject({
      action: "spot audio replaced",
      before: { audio: "old.wav", durationSeconds: 8, version: 1 },
      after: { audio: "new.wav", durationSeconds: 12, version: 2 },
    });
    expect(await folderStore(folder).stat(old ?? "")).toBeUndefined();
    expect(
      (await at.as(company.users.regional).spotHistory({ params: { id }, query: {} })).map(
        ({ action }) => action,
      ),
    ).toEqual(["spot audio replaced", "spot added"]);

    await book(company, id);
    expect(await at.as(company.users.admin).spotUses({ params: { id } })).toMatchObject({
      total: 1,
      campaigns: [{ state: "BOOKED", startsOn: "2026-05-01", endsOn: "2026-05-31" }],
    });
    const remove = () => at.as(company.users.admin).deleteSpot({ query: { id } });
    expect(await remove().errors).toEqual({
      id: "This spot is booked, or was played. Withdraw it instead.",
    });
    await at.database.db.delete(table.campaignSpot).where(eq(table.campaignSpot.spotId, id));
    expect((await remove().reply).body.message).toBe("Replaced deleted");
    expect(await at.as(company.users.admin).findSpot({ params: { id } }).status).toBe(404);
  });

  test("uploads that no spot took go after a week, those of spots stay", async () => {
    const { fileId } = await upload();
    const usedSpotId = await add({ name: "Kept" });
    const week = new Date(Date.now() + 8 * 86_400_000);
    await keepHouse({ files: folderStore(folder), database: at.database, now: week });
    expect(await at.as(company.users.admin).findSpotAudio({ params: { fileId } }).status).toBe(404);
    expect(await at.as(company.users.admin).spotAudio({ params: { id: usedSpotId } }).status).toBe(
      200,
    );
  });

  test("each role does with spots what it may, in its own scope [ROL-1] [ROL-4] [CTX-4]", async () => {
    const { companyId, users } = company;
    const id = await add({ name: "Everyone's" });
    const other = await makeCompany(at.database);
    const client = (role: "ROLE_Client_Admin_Limited", level: "regional", regionId: number) =>
      makeUser(at.database, companyId, { role, level, units: [{ regionId }] }).then(
        ({ username }) => username,
      );
    const limitedBelow = await client(
      "ROLE_Client_Admin_Limited",
      "regional",
      company.north.regionId,
    );
    const staff = provider.staff;

    for (const writer of [users.admin, users.limited]) {
      const own = await add({ name: `Of ${writer}` }, { as: writer });
      await change(own, { name: `Changed by ${writer}` }, writer);
      await setStatus({ ids: [own], status: "inactive" }, writer);
    }
    for (const writer of [
      staff.Fever_Super_Admin_Major,
      staff.Fever_Admin_Major,
      staff.Fever_Super_Admin_Ops,
      staff.Fever_Music_Admin,
    ]) {
      const query = { companyId };
      const body = {
        kind: "AD" as const,
        name: `Of ${writer}`,
        fileId: (await at.as(writer).readSpotAudio({ query, files: [wav(6, { hertz: tone++ })] }))
          .fileId,
      };
      await at.as(writer).addSpot({ query, body });
      expect(await at.as(writer).listSpots({ query: {} }).errors).toEqual({
        companyId: "Please select Company",
      });
    }
    const calls = (as: string, query: object = {}) => ({
      list: at.as(as).listSpots({ query }).reply,
      find: at.as(as).findSpot({ params: { id }, query }).reply,
      read: at.as(as).readSpotAudio({ query, files: [wav(6)] }).reply,
      change: at.as(as).changeSpot({ query, body: { id, kind: "AD", name: "Everyone's" } }).reply,
      replace: at.as(as).replaceSpotAudio({ params: { id }, query, files: [wav(6)] }).reply,
      withdraw: at.as(as).setSpotStatus({ query, body: { ids: [id], status: "inactive" } }).reply,
      remove: at.as(as).deleteSpot({ query: { ...query, id } }).reply,
    });
    const statuses = async (as: string, query?: object) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(calls(as, query)).map(async ([name, reply]) => [
            name,
            (await reply).status,
          ]),
        ),
      );
    const written = { read: 403, change: 403, replace: 403, withdraw: 403, remove: 403 };
    for (const reader of [users.regional, users.zonal, users.group, limitedBelow])
      expect(await statuses(reader), reader).toEqual({ list: 200, find: 200, ...written });
    for (const closed of [users.manager, staff.Fever_Admin_Ops, staff.Fever_Music_Limited])
      expect(await statuses(closed, closed === users.manager ? {} : { companyId }), closed).toEqual(
        { list: 403, find: 403, ...written },
      );
    expect(await show(id, users.regional)).toMatchObject({ mayChange: false });
    // another company's spot is not there
    expect(await statuses(other.users.admin)).toEqual({
      list: 200,
      find: 404,
      read: 201,
      change: 404,
      replace: 404,
      withdraw: 404,
      remove: 404,
    });
    expect((await list({}, other.users.admin)).names).toEqual([]);
    // to book is not theirs
    expect(await at.as(users.limited).spotsForNonMusic({ query: {} }).status).toBe(403);
    await at.as(users.regional).spotsForNonMusic({ query: {} });
  });

  test("who withdrew a spot can take it back within the hour, once [UI-4] [AUD-1]", async () => {
    const id = await add({ name: "To withdraw" });
    await book(company, id);
    const withdrawn = await setStatus({ ids: [id], status: "inactive" }).reply;
    expect([withdrawn.body.message, withdrawn.body.data]).toEqual([
      "Spot withdrawn. Published days stop playing it within minutes.",
      { changed: 1, uses: 1 },
    ]);
    expect(await setStatus({ ids: [id], status: "inactive" })).toEqual({ changed: 0, uses: 0 });
    const undoOf = withdrawn.headers.get("X-Request-Id") ?? "";
    expect(await setStatus({ undoOf, status: "active" }, company.users.limited).status).toBe(422);
    expect(await setStatus({ undoOf, status: "active" })).toEqual({ changed: 1, uses: 1 });
    expect(await setStatus({ undoOf, status: "active" }).errors).toEqual({
      undoOf: "This has already been undone.",
    });
    expect((await show(id)).state).toBe("active");
  });

  test("published days follow what changes in spots, from the next position on [ADS-1] [RUN-1]", async () => {
    const library = await makeLibrary(at.database, provider.companyId);
    const shop = await makeCompany(at.database);
    await leaveFirstGroup(at.database, shop);
    const as = shop.users.admin;
    const { companyId } = shop;
    const { db } = at.database;
    const timeSlotId = await makeSlot(at.database, companyId);
    await at.as(as).addMasterRule({
      body: { timeSlotId, ...ruleOver([library.popular, 70], [library.thirds, 30]) },
    });
    const [first, second] = shop.stores.filter(({ groupId }) => groupId === shop.north.groupIds[0]);
    if (!first || !second) throw new Error("no stores");
    await db
      .update(table.store)
      .set({ country: "NP" })
      .where(and(eq(table.store.companyId, companyId), eq(table.store.id, second.id)));
    const ad = await add({ name: "Ad" }, { as, file: wav(10) });
    const ending = await add({ name: "Ending", validFrom: tomorrow, validTo: tomorrow }, { as });
    const local = await add({ name: "Local", territories: ["NP"] }, { as });
    for (const [place, id] of [ad, ending, local].entries()) await book(shop, id, 10 + 15 * place);
    const keep = (when = now) => keepDays({ database: at.database, db, now: when }, companyId);
    const plays = async (storeId: number, day: string) => {
      const [log] = await findCurrentLogs(wholeCompany(companyId), db, [storeId], [day]);
      const count = (id: number) => log?.positions.filter(({ spotId }) => spotId === id).length;
      return { ad: count(ad), ending: count(ending), local: count(local) };
    };
    const announcedCompanyIds: number[] = [];
    at.database.listeners.add("spots", (change) => announcedCompanyIds.push(change.companyId));
    await keep();
    expect(await plays(first.id, today)).toEqual({ ad: 12, ending: 0, local: 0 });
    expect(await plays(second.id, today)).toEqual({ ad: 12, ending: 0, local: 12 });
    expect(await plays(first.id, tomorrow)).toEqual({ ad: 12, ending: 12, local: 0 });
    expect(await plays(first.id, afterTomorrow)).toEqual({ ad: 12, ending: 0, local: 0 });

    await at.as(as).replaceSpotAudio({ params: { id: ad }, files: [wav(14)] });
    await keep();
    const [log] = await findCurrentLogs(wholeCompany(companyId), db, [first.id], [today]);
    const lengths = log?.positions
      .filter(({ spotId }) => spotId === ad)
      .map(({ durationSeconds }) => durationSeconds);
    // those of 9, 10 and 11 o'clock have begun
    expect(lengths).toEqual([10, 10, 10, ...Array(9).fill(14)]);

    await setStatus({ ids: [ad], status: "inactive" }, as);
    expect(announcedCompanyIds).toEqual([companyId, companyId]);
    await keep();
    expect(await plays(first.id, today)).toEqual({ ad: 3, ending: 0, local: 0 });
    expect(await plays(first.id, tomorrow)).toEqual({ ad: 0, ending: 12, local: 0 });
    await at
      .as(as)
      .changeSpot({ body: { id: ending, kind: "AD", name: "Ending", validTo: today } });
    await keep();
    expect(await plays(first.id, tomorrow)).toEqual({ ad: 0, ending: 0, local: 0 });
  });

  test("players get a spot's audio only while it may play [PLY-2] [ADS-1]", async () => {
    const id = await add({ name: "Heard" });
    await book(company, id);
    const storeId = company.stores[0]?.id ?? 0;
    const log = {
      companyId: company.companyId,
      storeId,
      groupId: company.north.groupIds[0] ?? 0,
      day: today,
      from: now,
    };
    await makeStoreLog(at.database, log, [{ kind: "AD", id }]);
    const media = () =>
      at.as(company.users.manager).playerMedia({ params: { id: `spot-${id}` } }).status;
    expect(await media()).toBe(200);
    await setStatus({ ids: [id], status: "inactive" });
    expect(await media()).toBe(404);
    await setStatus({ ids: [id], status: "active" });
    expect(await media()).toBe(200);
    for (const [validTo, status] of [
      [yesterday, 200], // its night is not over everywhere
      ["2026-05-09", 404],
    ] as const) {
      await change(id, { name: "Heard", validTo });
      expect([validTo, await media()]).toEqual([validTo, status]);
    }
  });
});
