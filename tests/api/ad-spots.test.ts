import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/ads/spots";
import { playerMedia } from "#contract/player/endpoints";
import { addMasterRule } from "#contract/schedule/master-rule";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { housekeepingService } from "#platform/jobs/start-jobs";
import { findCurrentLogs, keepDays } from "#platform/modules/schedule/index";
import { recording, wav } from "../support/audio.ts";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { bookSpot, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeStoreLog } from "../support/play-outs.ts";
import { fileOf } from "../support/uploads.ts";

/** Noon in the companies' zone. */
const now = new Date("2026-05-11T06:30:00Z");
const [yesterday, today, tomorrow, afterTomorrow] = ["2026-05-10", "2026-05-11", "2026-05-12", "2026-05-13"] as const;

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

  const upload = async (file = wav(10, { hertz: tone++ }), as = company.users.admin) => {
    const { status, body } = await at.call(contract.readSpotAudio, { files: [file] }, as);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data as contract.SpotAudioRead;
  };
  const post = async (fields: object, as = company.users.admin, file?: File) =>
    at.call(contract.addSpot, { body: { kind: "AD", name: `Spot ${tone}`, fileId: (await upload(file, as)).fileId, ...fields } }, as);
  const add = async (fields: object, { as = company.users.admin, file }: { as?: string; file?: File } = {}) => {
    const { status, body } = await post(fields, as, file);
    expect(status, JSON.stringify(body)).toBe(201);
    return (body.data as { id: number }).id;
  };
  const show = async (id: number, as = company.users.admin) =>
    (await at.call(contract.findSpot, { params: { id } }, as)).body.data as contract.SpotDetail;
  const change = (id: number, fields: object, as = company.users.admin) =>
    at.call(contract.changeSpot, { body: { kind: "AD", name: "Changed", ...fields, id } }, as);
  const setStatus = (body: object, as = company.users.admin) => at.call(contract.setSpotStatus, { body } as never, as);
  const list = async (query: object, as = company.users.admin) => {
    const { body } = await at.call(contract.listSpots, { query }, as);
    return { names: (body.data as contract.SpotRow[]).map(({ name }) => name), page: body.page };
  };
  const refusal = ({ status, body }: Awaited<ReturnType<typeof post>>) => [
    status,
    ...(body.errors ?? []).map(({ field, message }) => `${field}: ${message}`),
  ];
  const book = (of: TestCompany, spotId: number, minuteOfHour = 20) =>
    bookSpot(at.database, of.companyId, spotId, { exactTimes: Array.from({ length: 24 }, (_, hour) => hour * 60 + minuteOfHour) });
  const history = async (id: number) =>
    (
      await at.database.db
        .select({ action: table.auditLog.action, before: table.auditLog.before, after: table.auditLog.after })
        .from(table.auditLog)
        .where(and(eq(table.auditLog.itemKind, "spot"), eq(table.auditLog.itemId, String(id))))
        .orderBy(table.auditLog.id)
    ).map((row) => row as { action: string; before: Record<string, unknown>; after: Record<string, unknown> });

  test("spots of each kind take their details, and their audio is measured [ADS-1] [AUD-1]", async () => {
    const read = await upload(await recording("tagged.mp3"));
    expect(read).toMatchObject({ name: "tagged.mp3", mediaType: "audio/mpeg", durationSeconds: 7, title: "Été à Goa गोवा" });
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
    const added = await at.call(contract.addSpot, { body: { kind: "AD", ...fields, fileId: read.fileId } }, company.users.admin);
    expect([added.status, added.body.message]).toEqual([201, "Monsoon sale added"]);
    const { id } = added.body.data as { id: number };
    expect(await show(id)).toMatchObject({
      ...{ kind: "AD", name: "Monsoon sale", category: "Clothing", language: "Hindi", validFrom: today, validTo: tomorrow },
      ...{ brand: { name: "Drizzle" }, territories: ["IN", "NP"], durationSeconds: 7, loudness: read.loudness, peaks: read.peaks },
      ...{ state: "active", uses: 0, hasAudio: true, mayChange: true, audio: { name: "tagged.mp3" }, version: 1 },
    });
    expect(await history(id)).toMatchObject([
      { action: "spot added", after: { name: "Monsoon sale", brand: "Drizzle", durationSeconds: 7, audio: "tagged.mp3", version: 1 } },
    ]);

    const promo = await add({ kind: "JINGLE", name: "Card", brand: "DRIZZLE" }, { file: wav(1.2) });
    const hour = await add({ kind: "TOH", name: "Chime" });
    expect(await show(promo)).toMatchObject({ brand: { name: "Drizzle" }, durationSeconds: 1, category: null, territories: [] });
    expect(await show(hour)).toMatchObject({ kind: "TOH", brand: null, durationSeconds: 10 });
    const brands = and(eq(table.catalogueItem.companyId, company.companyId), eq(table.catalogueItem.kind, "brand"));
    expect(await at.database.db.$count(table.catalogueItem, brands)).toBe(1);

    const choices = await at.call(contract.spotChoices, {}, company.users.admin);
    expect(choices.body.data).toMatchObject({ brands: [{ name: "Drizzle" }], brandNames: ["Drizzle", "Zippo Cola"] });
    expect(choices.body.data).toMatchObject({ categories: ["Clothing"], languages: ["Hindi", "Tamil"], mayChange: true });

    const whole = await at.request(contract.spotAudio, { params: { id } }, company.users.admin);
    expect([whole.status, whole.headers.get("Content-Type")]).toEqual([200, "audio/mpeg"]);
    const part = await at.request(contract.spotAudio, { params: { id }, headers: { range: "bytes=0-9" } }, company.users.admin);
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
    expect((await upload(tones(0))).loudness).toBeNull();
  });

  test("bad audio and fields are refused in words, and nobody types a length [VAL-5] [ADS-1]", async () => {
    const send = (file: File) => at.call(contract.readSpotAudio, { files: [file] }, company.users.admin);
    expect(refusal(await send(wav(0.3)))).toEqual([422, "file: A spot is 1 second to 10 minutes long; this file is 0 seconds long."]);
    expect(refusal(await send(wav(602)))).toEqual([422, "file: A spot is 1 second to 10 minutes long; this file is longer."]);
    expect(refusal(await send(await recording("song.flac", { share: 0.6 })))).toEqual([
      422,
      "file: This file is incomplete: only 0:02 of 0:06 can be played.",
    ]);
    expect((await send(fileOf("no sound", "spot.mp3"))).status).toBe(422);
    expect(refusal(await post({ durationSeconds: 5 }))[0]).toBe(422);
    expect(refusal(await post({ validFrom: tomorrow, validTo: today }))).toEqual([422, `validTo: ${contract.endsFirst}`]);
    expect(refusal(await post({ territories: ["XX"] }))).toEqual([422, "territories: There is no country XX."]);
    const { fileId } = await upload();
    const body = { kind: "AD" as const, name: "Once", fileId };
    const [one, other] = await Promise.all(
      [1, 2].map((n) => at.call(contract.addSpot, { body: { ...body, name: `Once ${n}` } }, company.users.admin)),
    );
    expect([one?.status, other?.status].sort()).toEqual([201, 422]);
    // the upload is its uploader's
    const { fileId: foreign } = await upload();
    expect(refusal(await at.call(contract.addSpot, { body: { ...body, fileId: foreign } }, company.users.limited))[0]).toBe(422);
  });

  test("a name is one active spot's of its kind, whatever case, of two added at once too", async () => {
    const first = await add({ name: "Diwali offer" });
    const taken = "name: There is already an active spot called “DIWALI OFFER” (Ad). Choose another name.";
    expect(refusal(await post({ name: "DIWALI OFFER" }))).toEqual([422, taken]);
    await add({ name: "Diwali offer", kind: "JINGLE" });
    const replies = await Promise.all([post({ name: "Race" }), post({ name: "race" })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
    await setStatus({ ids: [first], status: "inactive" });
    const second = await add({ name: "diwali offer" });
    expect(refusal(await setStatus({ ids: [first], status: "active" }))).toEqual([
      422,
      "ids: There is already an active spot with this name. Rename one of them first.",
    ]);
    expect((await change(second, { name: "Diwali" })).status).toBe(200);
    expect((await setStatus({ ids: [first], status: "active" })).status).toBe(200);
  });

  test("the list filters by words, kind, state and brand, sorts, pages and counts", async () => {
    const other = await makeCompany(at.database);
    const as = other.users.admin;
    await add({ name: "Alpha", brand: "Kettle", validTo: yesterday }, { as });
    await add({ name: "Beta 10", brand: "Kettle", category: "Drinks", kind: "JINGLE" }, { as, file: wav(20) });
    await add({ name: "Beta 2", validFrom: tomorrow }, { as, file: wav(5) });
    const gone = await add({ name: "Gone" }, { as });
    await setStatus({ ids: [gone], status: "inactive" }, as);
    const names = async (query: object) => (await list(query, as)).names;
    expect(await names({})).toEqual(["Alpha", "Beta 2", "Beta 10", "Gone"]);
    expect(await names({ sort: "-length" })).toEqual(["Beta 10", "Gone", "Alpha", "Beta 2"]);
    expect(await names({ search: "kettle" })).toEqual(["Alpha", "Beta 10"]);
    expect(await names({ search: "drin" })).toEqual(["Beta 10"]);
    expect(await names({ kind: "JINGLE" })).toEqual(["Beta 10"]);
    for (const [state, found] of Object.entries({ active: "Beta 10", upcoming: "Beta 2", ended: "Alpha", withdrawn: "Gone" }))
      expect(await names({ state })).toEqual([found]);
    const { data } = (await at.call(contract.spotChoices, {}, as)).body as { data: { brands: { id: number }[] } };
    expect(await names({ brandId: data.brands[0]?.id })).toEqual(["Alpha", "Beta 10"]);
    const first = await list({ limit: 3 }, as);
    expect([first.names.length, first.page?.total]).toEqual([3, 4]);
    expect((await list({ limit: 3, cursor: first.page?.next ?? "" }, as)).names).toEqual(["Gone"]);
    // what may be booked: with audio, not withdrawn, not over
    await at.database.db.insert(table.spot).values({ companyId: other.companyId, kind: "AD", name: "Silent", durationSeconds: 10 });
    const bookable = await at.call(contract.spotsForNonMusic, { query: {} }, as);
    expect((bookable.body.data as { name: string }[]).map(({ name }) => name)).toEqual(["Beta 2", "Beta 10"]);
  });

  test("a save of an older version is refused on what others changed [AUD-1]", async () => {
    const id = await add({ name: "Edited", brand: "Kettle", category: "Drinks" });
    const fields = { name: "Edited", brand: "kettle", category: "Drinks" };
    expect((await change(id, { ...fields, version: 1 })).body.data).toMatchObject({ version: 1 }); // nothing changed
    expect((await change(id, { ...fields, category: "Coffee", version: 1 })).status).toBe(200);
    const outdated = refusal(await change(id, { ...fields, category: "Tea", version: 1 }, company.users.limited));
    expect(outdated).toEqual([
      422,
      `category: ${company.users.admin} has changed this to “Coffee” in the meantime. Save again to keep your entry.`,
    ]);
    await book(company, id);
    expect(refusal(await change(id, { ...fields, kind: "TOH" }))).toEqual([
      422,
      "kind: This spot is booked as Ad. Add a new spot for another kind.",
    ]);
    expect(await history(id)).toMatchObject([
      { action: "spot added" },
      { action: "spot changed", before: { category: "Drinks", version: 1 }, after: { category: "Coffee", version: 2 } },
    ]);
  });

  test("a replaced file of a spot is measured anew, and the old one goes [ADS-1]", async () => {
    const id = await add({ name: "Replaced" }, { file: wav(8, { name: "old.wav" }) });
    const [{ audioFile: old } = { audioFile: null }] = await at.database.db.select().from(table.spot).where(eq(table.spot.id, id));
    const file = wav(12, { name: "new.wav" });
    const { body } = await at.call(contract.replaceSpotAudio, { params: { id }, files: [file] }, company.users.admin);
    expect([body.message, body.data]).toMatchObject(["Audio of Replaced replaced", { durationSeconds: 12, version: 2 }]);
    expect(await show(id)).toMatchObject({ durationSeconds: 12, audio: { name: "new.wav" }, version: 2 });
    expect((await history(id))[1]).toMatchObject({
      action: "spot audio replaced",
      before: { audio: "old.wav", durationSeconds: 8, version: 1 },
      after: { audio: "new.wav", durationSeconds: 12, version: 2 },
    });
    expect(await folderStore(folder).stat(old ?? "")).toBeUndefined();
    const page = await at.call(contract.spotHistory, { params: { id }, query: {} }, company.users.regional);
    expect((page.body.data as { action: string }[]).map(({ action }) => action)).toEqual(["spot audio replaced", "spot added"]);

    await book(company, id);
    expect((await at.call(contract.spotUses, { params: { id } }, company.users.admin)).body.data).toMatchObject({
      total: 1,
      campaigns: [{ state: "BOOKED", startsOn: "2026-05-01", endsOn: "2026-05-31" }],
    });
    const remove = () => at.call(contract.deleteSpot, { query: { id } }, company.users.admin);
    expect(refusal(await remove())).toEqual([422, "id: This spot is booked, or was played. Withdraw it instead."]);
    await at.database.db.delete(table.campaignSpot).where(eq(table.campaignSpot.spotId, id));
    expect((await remove()).body.message).toBe("Replaced deleted");
    expect((await at.call(contract.findSpot, { params: { id } }, company.users.admin)).status).toBe(404);
  });

  test("uploads that no spot took go after a week, those of spots stay", async () => {
    const { fileId } = await upload();
    const kept = await add({ name: "Kept" });
    const week = new Date(Date.now() + 8 * 86_400_000);
    await housekeepingService({ files: folderStore(folder) }).keepHouse({ database: at.database, now: week });
    expect((await at.call(contract.findSpotAudio, { params: { fileId } }, company.users.admin)).status).toBe(404);
    expect((await at.request(contract.spotAudio, { params: { id: kept } }, company.users.admin)).status).toBe(200);
  });

  test("each role does with spots what it may, in its own scope [ROL-1] [ROL-4] [CTX-4]", async () => {
    const { companyId, users } = company;
    const id = await add({ name: "Everyone's" });
    const other = await makeCompany(at.database);
    const client = (role: "ROLE_Client_Admin_Limited", level: "regional", regionId: number) =>
      makeUser(at.database, companyId, { role, level, units: [{ regionId }] }).then(({ username }) => username);
    const limitedBelow = await client("ROLE_Client_Admin_Limited", "regional", company.north.regionId);
    const staff = provider.staff;

    for (const writer of [users.admin, users.limited]) {
      const own = await add({ name: `Of ${writer}` }, { as: writer });
      expect((await change(own, { name: `Changed by ${writer}` }, writer)).status).toBe(200);
      expect((await setStatus({ ids: [own], status: "inactive" }, writer)).status).toBe(200);
    }
    for (const writer of [staff.Fever_Super_Admin_Major, staff.Fever_Admin_Major, staff.Fever_Super_Admin_Ops, staff.Fever_Music_Admin]) {
      const query = { companyId };
      const read = await at.call(contract.readSpotAudio, { query, files: [wav(6, { hertz: tone++ })] }, writer);
      const body = { kind: "AD" as const, name: `Of ${writer}`, fileId: (read.body.data as { fileId: string }).fileId };
      expect((await at.call(contract.addSpot, { query, body }, writer)).status).toBe(201);
      expect(refusal(await at.call(contract.listSpots, { query: {} }, writer))).toEqual([422, "companyId: Please select Company"]);
    }
    const calls = (as: string, query: object = {}) => ({
      list: at.call(contract.listSpots, { query }, as),
      find: at.call(contract.findSpot, { params: { id }, query }, as),
      read: at.call(contract.readSpotAudio, { query, files: [wav(6)] }, as),
      change: at.call(contract.changeSpot, { query, body: { id, kind: "AD", name: "Everyone's" } }, as),
      replace: at.call(contract.replaceSpotAudio, { params: { id }, query, files: [wav(6)] }, as),
      withdraw: at.call(contract.setSpotStatus, { query, body: { ids: [id], status: "inactive" } }, as),
      remove: at.call(contract.deleteSpot, { query: { ...query, id } }, as),
    });
    const statuses = async (as: string, query?: object) =>
      Object.fromEntries(await Promise.all(Object.entries(calls(as, query)).map(async ([name, reply]) => [name, (await reply).status])));
    const written = { read: 403, change: 403, replace: 403, withdraw: 403, remove: 403 };
    for (const reader of [users.regional, users.zonal, users.group, limitedBelow])
      expect(await statuses(reader), reader).toEqual({ list: 200, find: 200, ...written });
    for (const closed of [users.manager, staff.Fever_Admin_Ops, staff.Fever_Music_Limited])
      expect(await statuses(closed, closed === users.manager ? {} : { companyId }), closed).toEqual({ list: 403, find: 403, ...written });
    expect(await show(id, users.regional)).toMatchObject({ mayChange: false });
    // another company's spot is not there
    expect(await statuses(other.users.admin)).toEqual({
      ...{ list: 200, find: 404, read: 201, change: 404, replace: 404, withdraw: 404, remove: 404 },
    });
    expect((await list({}, other.users.admin)).names).toEqual([]);
    // to book is not theirs
    expect((await at.call(contract.spotsForNonMusic, { query: {} }, users.limited)).status).toBe(403);
    expect((await at.call(contract.spotsForNonMusic, { query: {} }, users.regional)).status).toBe(200);
  });

  test("who withdrew a spot can take it back within the hour, once [UI-4] [AUD-1]", async () => {
    const id = await add({ name: "To withdraw" });
    await book(company, id);
    const withdrawn = await setStatus({ ids: [id], status: "inactive" });
    expect([withdrawn.body.message, withdrawn.body.data]).toEqual([
      "Spot withdrawn. Published days stop playing it within minutes.",
      { changed: 1, uses: 1 },
    ]);
    expect((await setStatus({ ids: [id], status: "inactive" })).body.data).toEqual({ changed: 0, uses: 0 });
    const undoOf = withdrawn.headers.get("X-Request-Id") ?? "";
    expect((await setStatus({ undoOf, status: "active" }, company.users.limited)).status).toBe(422);
    expect((await setStatus({ undoOf, status: "active" })).body.data).toEqual({ changed: 1, uses: 1 });
    expect(refusal(await setStatus({ undoOf, status: "active" }))).toEqual([422, "undoOf: This has already been undone."]);
    expect((await show(id)).state).toBe("active");
  });

  test("published days follow what changes in spots, from the next position on [ADS-1] [RUN-1]", async () => {
    const library = await makeLibrary(at.database, provider.companyId);
    const shop = await makeCompany(at.database);
    const as = shop.users.admin;
    const { companyId } = shop;
    const { db } = at.database;
    const timeSlotId = await makeSlot(at.database, companyId);
    await at.call(addMasterRule, { body: { timeSlotId, ...ruleOver([library.popular, 70], [library.thirds, 30]) } }, as);
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
    const told: number[] = [];
    at.database.listeners.add("spots", (change) => told.push(change.companyId));
    await keep();
    expect(await plays(first.id, today)).toEqual({ ad: 12, ending: 0, local: 0 });
    expect(await plays(second.id, today)).toEqual({ ad: 12, ending: 0, local: 12 });
    expect(await plays(first.id, tomorrow)).toEqual({ ad: 12, ending: 12, local: 0 });
    expect(await plays(first.id, afterTomorrow)).toEqual({ ad: 12, ending: 0, local: 0 });

    await at.call(contract.replaceSpotAudio, { params: { id: ad }, files: [wav(14)] }, as);
    await keep();
    const [log] = await findCurrentLogs(wholeCompany(companyId), db, [first.id], [today]);
    const lengths = log?.positions.filter(({ spotId }) => spotId === ad).map(({ durationSeconds }) => durationSeconds);
    expect(lengths).toEqual([10, 10, 10, ...Array(9).fill(14)]); // those of 9, 10 and 11 o'clock have begun

    await setStatus({ ids: [ad], status: "inactive" }, as);
    expect(told).toEqual([companyId, companyId]);
    await keep();
    expect(await plays(first.id, today)).toEqual({ ad: 3, ending: 0, local: 0 });
    expect(await plays(first.id, tomorrow)).toEqual({ ad: 0, ending: 12, local: 0 });
    await at.call(contract.changeSpot, { body: { id: ending, kind: "AD", name: "Ending", validTo: today } }, as);
    await keep();
    expect(await plays(first.id, tomorrow)).toEqual({ ad: 0, ending: 0, local: 0 });
  });

  test("players get a spot's audio only while it may play [PLY-2] [ADS-1]", async () => {
    const id = await add({ name: "Heard" });
    await book(company, id);
    const storeId = company.stores[0]?.id ?? 0;
    const log = { companyId: company.companyId, storeId, groupId: company.north.groupIds[0] ?? 0, day: today, from: now };
    await makeStoreLog(at.database, log, [{ kind: "AD", id }]);
    const media = async () => (await at.request(playerMedia, { params: { id: `spot-${id}` } }, company.users.manager)).status;
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
