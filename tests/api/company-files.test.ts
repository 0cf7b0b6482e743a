import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import { messages } from "#contract/base/messages";
import * as files from "#contract/companies/files";
import type { StoredFile } from "#contract/files/endpoints";
import { auditLog, storedFile } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type Reply, type TestPlatform } from "../support/platform.ts";
import { fileOf, multipart, picture } from "../support/uploads.ts";

const pdf = (name = "contract.pdf") =>
  fileOf("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n", name);

describe("A company's files", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let own: TestCompany;
  let other: TestCompany;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    provider = await makeProvider(at.database);
    [own, other] = [await makeCompany(at.database), await makeCompany(at.database)];
  });
  afterAll(() => at.close());

  const send = async (
    endpoint: Endpoint,
    companyId: number,
    uploads: File[],
    as: string,
  ): Promise<Reply> => {
    const headers = { Authorization: `Bearer ${await at.tokenOf(as)}` };
    const response = await at.send(
      new Request(`http://platform/api${endpoint.path}?companyId=${companyId}`, {
        method: "POST",
        headers,
        body: multipart(uploads),
      }),
    );
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Reply["body"],
    };
  };
  const iconOf = async (companyId: number) =>
    (await at.as(provider.staff.Fever_Admin_Ops).findCompany({ query: { companyId } })).iconFileId;
  const read = (id: string, as: string) => at.as(as).readFile({ params: { id } }).status;
  const actions = async (companyId: number) =>
    (
      await at.database.db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(and(eq(auditLog.companyId, companyId), like(auditLog.action, "co%")))
        .orderBy(auditLog.id)
    ).map(({ action }) => action);

  test("an icon is set, replaced and removed, for its company only [COM-1] [COM-2] [CTX-4] [AUD-1]", async () => {
    const first = await send(
      files.setIcon,
      own.companyId,
      [fileOf(await picture("png"), "icon.png")],
      own.users.admin,
    );
    expect([first.status, first.body.message]).toEqual([201, "Icon saved"]);
    const one = (first.body.data as StoredFile).id;
    expect(await iconOf(own.companyId)).toBe(one);
    expect(await read(one, own.users.regional)).toBe(200);
    expect(await read(one, other.users.admin)).toBe(404);
    const second = await send(
      files.setIcon,
      own.companyId,
      [fileOf(await picture("jpeg"), "icon.jpg")],
      provider.staff.Fever_Admin_Ops,
    );
    const two = (second.body.data as StoredFile).id;
    expect([await read(one, own.users.admin), await read(two, own.users.admin)]).toEqual([
      404, 200,
    ]);
    const remove = (as: string, companyId?: number) =>
      at.as(as).deleteIcon({ query: { companyId } });
    expect(await remove(own.users.regional).status).toBe(403);
    expect(await remove(other.users.admin, own.companyId).status).toBe(403);
    for (const _ of [1, 2]) await remove(own.users.admin);
    expect([await iconOf(own.companyId), await read(two, own.users.admin)]).toEqual([null, 404]);
    expect(await actions(own.companyId)).toEqual([
      "company icon set",
      "company icon set",
      "company icon removed",
    ]);
  });

  test("a picture of the wrong size or kind is no icon [VAL-5] [LIM-1]", async () => {
    for (const [file, message] of [
      [fileOf(await picture("png", 32), "small.png"), messages.fileDimensions],
      [pdf("icon.png"), messages.fileType],
      [fileOf("", "empty.png"), messages.fileType],
    ] as const) {
      const { status, body } = await send(files.setIcon, own.companyId, [file], own.users.admin);
      expect([status, body.errors]).toEqual([422, [{ field: "file", message }]]);
    }
    expect(await iconOf(own.companyId)).toBeNull();
  });

  test("contracts are five at the most, also when sent at once [COM-1] [LIM-1] [CTX-4]", async () => {
    const staff = provider.staff.Fever_Super_Admin_Ops;
    const add = (names: string[], as = staff) =>
      send(files.addContracts, other.companyId, names.map(pdf), as);
    const list = async (as = staff) =>
      await at.as(as).listContracts({ query: { companyId: other.companyId } });
    expect((await add(["a.pdf", "b.pdf", "c.pdf"])).body.message).toBe("3 documents added");
    expect((await add(["1", "2", "3", "4", "5", "6"])).body.errors).toEqual([
      { field: "file", message: messages.tooManyFiles },
    ]);
    const race = await Promise.all([add(["d.pdf", "e.pdf"]), add(["f.pdf", "g.pdf"])]);
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(race.find(({ status }) => status === 422)?.body.errors).toEqual([
      {
        field: "file",
        message: "A company can have at most 5 contract documents; this one has 5.",
      },
    ]);
    const [latest, ...rest] = await list(other.users.admin);
    if (!latest) throw new Error("no contract");
    expect(rest).toHaveLength(4);
    expect(await read(latest.id, other.users.admin)).toBe(200);
    for (const as of [own.users.admin, other.users.regional, provider.staff.Fever_Music_Admin])
      expect(await read(latest.id, as), as).toBe(404);
    const remove = (as: string, fileId: string, companyId?: number) =>
      at.as(as).deleteContract({ query: { companyId, fileId } });
    expect(await remove(own.users.admin, latest.id).status).toBe(404);
    expect(await remove(staff, latest.id, own.companyId).status).toBe(404);
    expect((await remove(staff, latest.id, other.companyId).reply).body.message).toBe(
      `${latest.name} deleted`,
    );
    expect(await remove(staff, latest.id, other.companyId).status).toBe(404);
    expect(await list()).toHaveLength(4);
    const icon = (
      await send(files.setIcon, other.companyId, [fileOf(await picture("png"), "i.png")], staff)
    ).body.data as StoredFile;
    expect(await remove(staff, icon.id, other.companyId).status).toBe(404);
    expect(await iconOf(other.companyId)).toBe(icon.id);
    const rows = await at.database.db
      .select()
      .from(storedFile)
      .where(eq(storedFile.companyId, other.companyId));
    expect(rows).toHaveLength(5);
  });
});
