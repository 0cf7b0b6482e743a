import { mkdir, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alert, auditLog, storedFile } from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { keepHouse } from "#platform/jobs/keep-house";
import { forgetOldVoiceNotes } from "#platform/modules/alerts/index";
import { recording, wav } from "../support/audio.ts";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { fileOf } from "../support/uploads.ts";

const day = 86_400_000;

describe("The voice note of a call for help", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let staff: string;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fever-voice-"));
    at = await openTestPlatform(anyEngine, { files: folderStore(folder) });
    staff = (await makeProvider(at.database)).staff.Fever_Super_Admin_Ops;
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    company = await makeCompany(at.database);
  });

  const manager = () => at.as(company.users.manager);
  const call = () => manager().callForHelp({ body: { reason: "no-music" } });
  const add = (file: File) => manager().addVoiceNote({ files: [file] });
  const findCall = async () => {
    const [row] = await at.as(company.users.admin).showWall({});
    if (!row) throw new Error("no store calls");
    return row;
  };
  const play = (id: number, as = company.users.admin, more: object = {}) =>
    at.as(as).playVoiceNote({ params: { id }, ...more });
  const countFiles = () =>
    at.database.db.$count(storedFile, eq(storedFile.companyId, company.companyId));

  test.each([
    ["voice.webm", "audio/mpeg"],
    ["voice.m4a", "audio/mp4"],
    ["opus.ogg", "audio/ogg"],
  ])(
    "%s is kept as %s and played by those who see the store [OPS-2] [CTX-4]",
    async (name, type) => {
      await call();
      const { version, hasVoiceNote } = await findCall();
      expect(hasVoiceNote).toBe(false);
      expect((await add(await recording(name))).seconds).toBeGreaterThanOrEqual(3);
      const { id, ...after } = await findCall();
      expect(after).toMatchObject({ hasVoiceNote: true, reason: "no-music" });
      expect(after.version).toBeGreaterThan(version);
      const whole = await play(id).response;
      expect([whole.status, whole.headers.get("Content-Type")]).toEqual([200, type]);
      expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
      expect(await play(id, staff, { query: { companyId: company.companyId } }).status).toBe(200);
      const part = await play(id, company.users.admin, { headers: { range: "bytes=0-9" } })
        .response;
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
      const elsewhere = await makeUser(at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "store",
        units: [{ storeId: company.stores[1]?.id ?? 0 }],
      });
      const other = await makeCompany(at.database);
      expect(await play(id, elsewhere.username).status).toBe(404);
      expect(await play(id, other.users.admin).status).toBe(404);
      expect(await play(id, company.users.manager).status).toBe(403);
      const audited = await at.database.db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(eq(auditLog.companyId, company.companyId));
      expect(audited.map(({ action }) => action)).toContain("voice note added to a call for help");
    },
  );

  test("what is no recording or too large is refused on its field, and the call stays", async () => {
    expect(await add(await recording("voice.webm")).status).toBe(404); // nobody has called
    await call();
    const refusals = [
      fileOf("%PDF-1.7", "a.webm"),
      wav(2),
      await recording("voice.webm", { share: 0.01 }),
      fileOf(new Uint8Array(1024 * 1024 + 1), "long.webm"),
    ].map((file) => add(file).wrongFields);
    expect(await Promise.all(refusals)).toEqual(refusals.map(() => ["file"]));
    expect(await findCall()).toMatchObject({ reason: "no-music", hasVoiceNote: false });
    expect(await countFiles()).toBe(0);
  });

  test("goes with a newer call, and 90 days after its call was closed [OPS-2]", async () => {
    const { db } = at.database;
    const storedNotes = async () => (await readdir(join(folder, "voice-notes"))).sort();
    await mkdir(join(folder, "voice-notes"), { recursive: true });
    const others = await storedNotes();
    const inDays = (days: number) => new Date(Date.now() + days * day);
    await call();
    await add(await recording("voice.webm"));
    await call();
    const { id, hasVoiceNote } = await findCall();
    expect(hasVoiceNote).toBe(false);
    await add(await recording("voice.m4a"));
    expect(await countFiles()).toBe(2);
    const own = (await storedNotes()).filter((name) => !others.includes(name));
    expect(own.length).toBe(2);
    await forgetOldVoiceNotes(db, inDays(200));
    expect(await countFiles()).toBe(1);
    expect(await play(id).status).toBe(200);
    await at.as(company.users.admin).changeAlerts({
      body: { act: "close", alerts: [{ id }], cause: "other" },
    });
    await forgetOldVoiceNotes(db, inDays(80));
    expect(await play(id).status).toBe(200);
    const files = folderStore(folder);
    await keepHouse({ database: at.database, files, now: inDays(91) });
    expect(await countFiles()).toBe(0);
    expect((await storedNotes()).filter((name) => own.includes(name))).toEqual([]);
    const [ended] = await db.select().from(alert).where(eq(alert.id, id));
    expect(ended).toMatchObject({ ending: "closed", voiceNoteId: null });
  });
});
