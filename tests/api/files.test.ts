import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import { spot } from "#platform/db/schema/index";
import { type FileStore, folderStore } from "#platform/files/file-store";
import type { UploadedFile } from "#platform/files/uploaded-file";
import type { SignedInCall } from "#platform/http/context";
import { findFiles } from "#platform/modules/files/files.queries";
import {
  type FileKeeper,
  fileClearingService,
  fileKeeper,
} from "#platform/modules/files/files.service";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { picture } from "../support/uploads.ts";

const call = { caller: { username: "tester" } } as SignedInCall;
const silent = { info() {}, warn() {}, error() {} };

describe("Stored files", () => {
  let at: TestPlatform;
  let folder: string;
  let keeper: FileKeeper;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let [own, other]: TestCompany[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fever-files-"));
    const files = folderStore(folder);
    at = await openTestPlatform(anyEngine, { files });
    keeper = fileKeeper({ files, logger: silent });
    provider = await makeProvider(at.database);
    own = await makeCompany(at.database);
    other = await makeCompany(at.database);
  });
  afterAll(async () => {
    await at.close();
    await rm(folder, { recursive: true, force: true });
  });

  const uploaded = async (mediaType: string): Promise<UploadedFile> => {
    const path = join(folder, `upload-${randomUUID()}`);
    const bytes = await picture("png");
    await writeFile(path, bytes);
    return {
      name: 'Vertrag "1" März.pdf',
      mediaType,
      bytes: bytes.length,
      sha256: "0".repeat(64),
      path,
      open: () => {
        throw new Error("not read");
      },
    };
  };
  const keep = async (
    companyId: number,
    purpose: "company-icon" | "chart-logo" | "song-picture" | "contract",
  ) => {
    const stored = await keeper.storeBytes(
      await uploaded(purpose === "contract" ? "application/pdf" : "image/png"),
      purpose,
    );
    await at.database.transaction((tx) =>
      keeper.keepFile(wholeCompany(companyId), tx, stored, call),
    );
    return stored;
  };
  const read = async (id: string, as: string, headers: Record<string, string> = {}) => {
    const response = await at.as(as).readFile({ params: { id }, headers }).response;
    return {
      status: response.status,
      headers: response.headers,
      bytes: (await response.arrayBuffer()).byteLength,
    };
  };
  const statusFor = async (id: string, people: string[]) =>
    Promise.all(people.map((one) => at.as(one).readFile({ params: { id } }).status));

  test("that are pictures are for the company's own people, and the provider's for all [CTX-4]", async () => {
    const { admin, regional, limited, manager } = (own as TestCompany).users;
    const strangers = Object.values((other as TestCompany).users);
    const { Fever_Music_Limited: limitedStaff, Fever_Admin_Ops: ops } = provider.staff;
    for (const purpose of ["company-icon", "chart-logo", "song-picture"] as const) {
      const { id } = await keep((own as TestCompany).companyId, purpose);
      expect(await statusFor(id, [admin, regional, limited, manager, limitedStaff, ops])).toEqual(
        Array(6).fill(200),
      );
      expect(await statusFor(id, strangers)).toEqual(strangers.map(() => 404));
      const ofProvider = await keep(provider.companyId, purpose);
      expect(
        await statusFor(ofProvider.id, [admin, manager, ...strangers, limitedStaff]),
      ).not.toContain(404);
    }
  });

  test("that are contracts are for company keepers and the own national admins [CTX-4]", async () => {
    const { admin, regional, zonal, group, limited, manager } = (own as TestCompany).users;
    const { Fever_Super_Admin_Major, Fever_Admin_Ops, Fever_Music_Admin, Fever_Music_Limited } =
      provider.staff;
    const { id } = await keep((own as TestCompany).companyId, "contract");
    expect(await statusFor(id, [admin, Fever_Super_Admin_Major, Fever_Admin_Ops])).toEqual([
      200, 200, 200,
    ]);
    const others = [
      regional,
      zonal,
      group,
      limited,
      manager,
      Fever_Music_Admin,
      Fever_Music_Limited,
      ...Object.values((other as TestCompany).users),
    ];
    expect(await statusFor(id, others)).toEqual(others.map(() => 404));
    expect(await at.nobody.readFile({ params: { id } }).status).toBe(401);
    expect(await statusFor(randomUUID(), [admin])).toEqual([404]);
    expect(await statusFor("none", [admin])).toEqual([422]);
  });

  test("come in ranges and not twice, pictures to be shown, documents to be saved", async () => {
    const { admin } = (own as TestCompany).users;
    const icon = await keep((own as TestCompany).companyId, "company-icon");
    const whole = await read(icon.id, admin);
    expect(whole.bytes).toBe(icon.of.bytes);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "inline",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=86400",
    });
    expect(await read(icon.id, admin, { Range: "bytes=0-9" })).toMatchObject({
      status: 206,
      bytes: 10,
    });
    expect(
      await read(icon.id, admin, { "If-None-Match": whole.headers.get("ETag") ?? "" }),
    ).toMatchObject({ status: 304, bytes: 0 });
    const { headers } = await read(
      (await keep((own as TestCompany).companyId, "contract")).id,
      admin,
    );
    expect(headers.get("Content-Disposition")).toBe(
      `attachment; filename="Vertrag _1_ M_rz.pdf"; filename*=UTF-8''Vertrag%20%221%22%20M%C3%A4rz.pdf`,
    );
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test("go with their row, once that is committed, and only the company's own", async () => {
    const scope = wholeCompany((own as TestCompany).companyId);
    const { id, key } = await keep(scope.companyId, "contract");
    const remove = (within: typeof scope, fail = false) =>
      at.database.transaction(async (tx) => {
        await keeper.removeFile(within, tx, id);
        if (fail) throw new Error("for another reason");
      });
    await expect(remove(wholeCompany((other as TestCompany).companyId))).rejects.toMatchObject({
      status: 404,
    });
    await expect(remove(scope, true)).rejects.toThrow("for another reason");
    expect(await keeper.files.stat(key)).toBeDefined();
    expect((await findFiles(scope, at.database.db, "contract")).map((file) => file.id)).toContain(
      id,
    );
    await remove(scope);
    expect(await keeper.files.stat(key)).toBeUndefined();
    expect(
      (await findFiles(scope, at.database.db, "contract")).map((file) => file.id),
    ).not.toContain(id);
  });

  test("without a row go although one of them cannot be removed", async () => {
    const orphans = [
      await keeper.storeBytes(await uploaded("image/png"), "chart-logo"),
      await keeper.storeBytes(await uploaded("application/pdf"), "contract"),
    ];
    const long = new Date(Date.now() - 2 * 86_400_000);
    for (const { key } of orphans) await utimes(join(folder, key), long, long);
    const [locked = "", other = ""] = orphans.map(({ key }) => key);
    const clear = (files: FileStore) =>
      fileClearingService({ files }).clearOrphans({ db: at.database.db, now: new Date() });
    const remove: FileStore["remove"] = (key) =>
      key === locked ? Promise.reject(new Error("it is locked")) : keeper.files.remove(key);
    await expect(clear({ ...keeper.files, remove })).rejects.toMatchObject({
      message: "not all orphaned files were removed",
      errors: [{ message: `file ${locked}` }],
    });
    const stats = () => Promise.all([locked, other].map((key) => keeper.files.stat(key)));
    expect(await stats()).toEqual([expect.anything(), undefined]);
    await clear(keeper.files);
    expect(await stats()).toEqual([undefined, undefined]);
  });

  test("without a row go after a day, and nothing else does", async () => {
    const { companyId } = own as TestCompany;
    const icon = await keep(companyId, "company-icon");
    const young = await keeper.storeBytes(await uploaded("image/png"), "chart-logo");
    const orphan = await keeper.storeBytes(await uploaded("application/pdf"), "contract");
    const audio = await keeper.storeBytes(await uploaded("audio/mpeg"), "song-audio");
    await at.database.db
      .insert(spot)
      .values({ companyId, kind: "AD", name: "Kept", durationSeconds: 5, audioFile: audio.key });
    await writeFile(join(folder, "audio", "song-01.wav"), "the demo's");
    const long = new Date(Date.now() - 2 * 86_400_000);
    for (const key of [icon.key, orphan.key, audio.key, "audio/song-01.wav"])
      await utimes(join(folder, key), long, long);
    expect(
      await fileClearingService({ files: keeper.files }).clearOrphans({
        db: at.database.db,
        now: new Date(),
      }),
    ).toBe(1);
    const fileNames = (
      await Promise.all(["images", "documents", "audio"].map((one) => readdir(join(folder, one))))
    ).flat();
    for (const key of [icon.key, young.key, audio.key, "audio/song-01.wav"])
      expect(fileNames).toContain(key.split("/")[1]);
    expect(fileNames).not.toContain(orphan.key.split("/")[1]);
  });
});
