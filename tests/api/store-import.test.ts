import { Readable } from "node:stream";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applyStoreCsv,
  checkStoreCsv,
  type ImportRow,
  type ImportRun,
  listStoreCsvRows,
  refusedStoreCsvRows,
  showStoreCsv,
  storeCsvTemplate,
} from "#contract/imports";
import { changeStore, exportStores, setStoreStatus } from "#contract/stores";
import { auditLog, importRow, importRun, store, storeHours } from "#platform/db/schema/index";
import { keepHouse } from "#platform/jobs/start-jobs";
import { readCsvRows } from "#platform/modules/imports/csv-rows";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines, somebodyWaits } from "../support/database.ts";
import { heldMemory } from "../support/held-memory.ts";
import { openTestPlatform, type Reply, type TestPlatform } from "../support/platform.ts";
import { everyDay } from "../support/store-form.ts";

const bom = "\ufeff";

describe.each(engines)("The stores' CSV on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let admin: string;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
  });
  beforeEach(async () => {
    company = await makeCompany(at.database);
    admin = company.users.admin;
  });
  afterAll(() => at.close());

  /** Sends a file as a form does. */
  const send = async (content: string | Uint8Array<ArrayBuffer>, { as = admin, query = "" } = {}): Promise<Reply> => {
    const form = new FormData();
    form.append("file", new File([content], "stores.csv", { type: "text/csv" }));
    const response = await at.send(
      new Request(`http://platform/api${checkStoreCsv.path}?${query}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${await at.tokenOf(as)}` },
        body: form,
      }),
    );
    return { status: response.status, headers: response.headers, body: (await response.json()) as Reply["body"] };
  };
  const check = async (content: string | Uint8Array<ArrayBuffer>, as = admin) => {
    const { status, body } = await send(content, { as });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data as ImportRun;
  };
  const countsOf = ({ toAdd, toChange, same, refused }: ImportRun) => [toAdd, toChange, same, refused];
  const rowsOf = async ({ id }: ImportRun, as = admin, query = {}) => {
    const { body } = await at.call(listStoreCsvRows, { params: { importId: id }, query: { limit: 100, ...query } }, as);
    return body.data as ImportRow[];
  };
  const apply = ({ id }: ImportRun, as = admin) => at.call(applyStoreCsv, { params: { importId: id } }, as);
  const storesNow = () => at.database.db.select().from(store).where(eq(store.companyId, company.companyId)).orderBy(store.id);
  const codeOf = (at: number) => company.stores[at]?.code ?? "";

  describe("the dry run", () => {
    test("tells of each row whether it adds, changes (what becomes what), leaves or is refused (why), and changes nothing [STO-1]", async () => {
      const before = await storesNow();
      const run = await check(
        [
          "Store code,Store,City,Volume,Group,Monday",
          'NEW-1,"Andheri West",Mumbai,40,north group 1,18:00-02:00',
          `${codeOf(0).toLowerCase()},,Pune,55,North group 1,closed`,
          `${codeOf(1)},North store 1.2,,,North group 1,09:00-21:00`,
          "B@D,x,y,101,No such group,9 to 5",
        ].join("\r\n"),
      );
      expect([run.fileName, run.state, ...countsOf(run)]).toEqual(["stores.csv", "checked", 1, 1, 1, 1]);
      expect(await rowsOf(run)).toEqual([
        { line: 2, outcome: "add", names: ["NEW-1", "Andheri West"], notes: [] },
        {
          ...{ line: 3, outcome: "change", names: [codeOf(0).toLowerCase(), ""] },
          notes: ["City: empty → Pune", "Volume: 60 → 55", "Monday: 09:00-21:00 → closed"],
        },
        { line: 4, outcome: "same", names: [codeOf(1), "North store 1.2"], notes: [] },
        {
          ...{ line: 5, outcome: "refused", names: ["B@D", "x"] },
          notes: [
            "Store code: Only alphabets, numbers and special character (),-,. are allowed.",
            "Volume: Enter a number from 0 to 100.",
            "Monday: Enter hours, for example 09:00-21:00, or closed.",
          ],
        },
      ]);
      expect(await storesNow()).toEqual(before);
    });

    test("rows are listed by outcome and page by page; a file is told by its counts", async () => {
      const run = await check(
        ["Code,Name,City", ...Array.from({ length: 7 }, (_, i) => `P-${i},Page ${i},${i % 3 ? "Pune" : ""}`)].join("\n"),
      );
      expect(countsOf(run)).toEqual([4, 0, 0, 3]);
      const page = await at.call(listStoreCsvRows, { params: { importId: run.id }, query: { outcome: "add", limit: 3 } }, admin);
      expect([(page.body.data as ImportRow[]).map(({ line }) => line), page.body.page?.total]).toEqual([[3, 4, 6], 4]);
      expect((await rowsOf(run, admin, { outcome: "add", cursor: page.body.page?.next })).map(({ line }) => line)).toEqual([7]);
      expect((await rowsOf(run, admin, { outcome: "refused" })).map(({ notes }) => notes)).toEqual(
        Array.from({ length: 3 }, () => ["City: This field is required"]),
      );
      expect((await at.call(showStoreCsv, { params: { importId: run.id } }, admin)).body.data).toEqual(run);
    });

    test("headings that are wrong are each named, and nothing is staged", async () => {
      const refusal = async (content: string) => {
        const { status, body } = await send(content);
        expect(status).toBe(422);
        return body.errors;
      };
      const named = (message: string) => [{ field: "file", message: `${message} The template has all headings.` }];
      expect(await refusal("Name,City\nx,y")).toEqual(named("“Store code” is missing."));
      expect(await refusal("Code,Colour,,Mood\nx,y,z,a")).toEqual(named("“Colour”, “(empty)”, “Mood” are not headings of this file."));
      expect(await refusal("Code,store CODE,City\nx,y,z")).toEqual(named("“Store code” is there more than once."));
      expect(await refusal("Code,Name")).toEqual([{ field: "file", message: "The file has a heading and no rows." }]);
      expect(await refusal('Code,Name\nA,"never\nclosed')).toEqual([
        { field: "file", message: "A quote that is opened in row 2 is never closed." },
      ]);
      expect(await refusal('Code,Name\nA,x\nB,"x"y')).toEqual([
        { field: "file", message: expect.stringMatching(/^A quote stands where none may in row 3:/) },
      ]);
      expect(await at.database.db.$count(importRun, eq(importRun.companyId, company.companyId))).toBe(0);
    });

    test("a code that stands twice in a file refuses both rows, each naming the other", async () => {
      const run = await check("Code,Name,City\nA,One,Pune\nB,Two,Pune\na,Three,Pune\nA,Four,Pune");
      expect((await rowsOf(run)).map(({ outcome, notes }) => [outcome, ...notes])).toEqual([
        ["refused", "Row 4 is about the same store."],
        ["add"],
        ["refused", "Row 2 is about the same store."],
        ["refused", "Row 2 is about the same store."],
      ]);
      expect(countsOf(run)).toEqual([1, 0, 0, 3]);
    });

    test.each([
      ["UTF-8 with a byte order mark and Windows line ends", Buffer.from(`${bom}Code,Name,City\r\nU-1,Caf,Zürich\r\n`)],
      ["UTF-16 little endian", Buffer.from(`${bom}Code\tName\tCity\r\nU-1\tCaf\tZürich\r\n`, "utf16le")],
      ["UTF-16 big endian", Buffer.from(`${bom}Code;Name;City\nU-1;Caf;Zürich`, "utf16le").swap16()],
      ["semicolons, quotes, empty rows and columns", Buffer.from('"Code";"Name";City;\n;;;\n\n"U-1";"Caf";"Zürich";\n;;;\n')],
      ["Windows-1252", Buffer.from("Code,Name,City\rU-1,Caf,Zürich", "latin1")],
    ])("a file in %s is read [VAL-5]", async (_, content) => {
      const run = await check(new Uint8Array(content));
      expect(countsOf(run)).toEqual([1, 0, 0, 0]);
      expect((await apply(run)).status).toBe(200);
      expect((await storesNow()).at(-1)).toMatchObject({ code: "U-1", name: "Caf", city: "Zürich" });
    });

    test("what is no text is refused as such [VAL-5]", async () => {
      for (const content of [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xff]), new Uint8Array()])
        expect((await send(content)).body.errors).toEqual([{ field: "file", message: "Invalid file type." }]);
    });

    test("formulas are text: kept where any text may stand, refused where it may not, harmless in the file of refused rows", async () => {
      const run = await check(
        'Code,Name,City,Address,Contact\nF-1,Plain,=1+1,"=HYPERLINK(""http://x"")",@x\nF-2,=cmd,Pune,-1,+2\nF-3,Named,Pune,\'=kept,x',
      );
      expect(countsOf(run)).toEqual([2, 0, 0, 1]);
      await apply(run);
      const added = (await storesNow()).slice(-2).map(({ city, addressLine, contactName }) => [city, addressLine, contactName]);
      expect(added).toEqual([
        ["=1+1", '=HYPERLINK("http://x")', "@x"],
        ["Pune", "=kept", "x"],
      ]);
      const response = await at.request(refusedStoreCsvRows, { params: { importId: run.id } }, admin);
      expect(readCsv(await response.text())).toEqual([
        ["Store code", "Store", "Address", "City", "Contact", "Reason"],
        ["F-2", "'=cmd", "'-1", "Pune", "'+2", "Store: Only alphabets, numbers and special character (),-,. are allowed."],
      ]);
    });

    test("the file of refused rows is corrected and sent again as it is, its reasons ignored [STO-1]", async () => {
      const run = await check('Code,Name,City,Phone\nR-1,"Right",Pune,91 9876543210\nR-2,"Wrong, one",Pune,12\nR-3,Short,Pune');
      expect(countsOf(run)).toEqual([1, 0, 0, 2]);
      const response = await at.request(refusedStoreCsvRows, { params: { importId: run.id } }, admin);
      expect(response.headers.get("Content-Disposition")).toMatch(/filename="Stores-refused-\d{4}-\d\d-\d\d\.csv"/);
      const file = await response.text();
      expect(readCsv(file).map((cells) => cells.at(-1))).toEqual([
        "Reason",
        "Store: Only alphabets, numbers and special character (),-,. are allowed.",
        "The row has 3 cells where the heading has 4.",
      ]);
      const again = await check(file.replace("Wrong, one", "Right one").replace(",12,", ",0123456789,"));
      expect(countsOf(again)).toEqual([2, 0, 0, 0]);
    });

    test("the template has every heading and comes back as a file without rows", async () => {
      const text = await (await at.request(storeCsvTemplate, {}, admin)).text();
      expect(readCsv(text)[0]?.slice(0, 5)).toEqual(["Store code", "Store", "Region", "Zone", "Group"]);
      expect((await send(text)).body.message).toBe("The file has a heading and no rows.");
    });

    test("dates, hours, places and phones are read as people write them, by the form's rules", async () => {
      const run = await check(
        [
          "Code,Name,City,State,Country,Status,Time zone,Phone,Monday,Tuesday,Licence from,Licence to,Email",
          "D-1,Full,Pune,maharashtra,india,Inactive,Asia/Dubai,+91 9876543210,9:00-24:00,20:00–04:00,01/02/26,2027-01-31,a@b.example",
          "D-2,Full,Pune,Goa,ZZ,open,Mars/Base,12,09:00,24:00-01:00,31/02/26,x,a@b",
          "D-3,Full,Pune,Nowhere,,,,,,,01/02/26,31/01/26,",
        ].join("\n"),
      );
      expect(countsOf(run)).toEqual([1, 0, 0, 2]);
      expect((await rowsOf(run)).map(({ notes }) => notes.map((note) => note.split(":")[0]))).toEqual([
        [],
        ["Status", "Time zone", "Email", "Monday", "Tuesday", "Licence from", "Licence to"],
        ["State", "Licence to"],
      ]);
      await apply(run);
      const [added] = (await storesNow()).slice(-1);
      expect(added).toMatchObject({
        ...{ state: "Maharashtra", country: "IN", status: "inactive", timeZone: "Asia/Dubai", phoneCountryCode: "91", phone: "9876543210" },
        ...{ licenceFrom: "2026-02-01", licenceTo: "2027-01-31", email: "a@b.example", volume: 60 },
      });
      const hours = await at.database.db
        .select()
        .from(storeHours)
        .where(eq(storeHours.storeId, added?.id ?? 0))
        .orderBy(storeHours.weekday);
      expect(hours.map(({ weekday, opens, closes }) => [weekday, opens, closes])).toEqual([
        ...[
          [0, 600, 1320],
          [1, 540, 1440],
          [2, 1200, 1680],
        ],
        ...[3, 4, 5, 6].map((weekday) => [weekday, 600, 1320]),
      ]);
    });
  });

  describe("the limits [LIM-1]", () => {
    test("a new phone without its country code has 91; a store's own code stays [UI-6]", async () => {
      await apply(await check(`Code,Phone country code,Phone\n${codeOf(0)},49,123456\n${codeOf(1)},,9876543210`));
      await apply(await check(`Code,Name,City,Phone\n${codeOf(0)},,,234567\nNEW-1,New,Pune,345678`));
      const stores = await storesNow();
      expect([stores[0], stores[1], stores.at(-1)].map((one) => `+${one?.phoneCountryCode} ${one?.phone}`)).toEqual([
        ...["+49 234567", "+91 9876543210", "+91 345678"],
      ]);
    });

    test("a cell of more than 10,000 characters refuses its row", async () => {
      const run = await check(`Code,Name,City,Address\nL-1,Long,Pune,"${"x".repeat(10_001)}"`);
      expect((await rowsOf(run))[0]?.notes).toEqual(["Address: At most 10000 characters are allowed."]);
    });

    test("a file that breaks off late leaves nothing behind", async () => {
      const refusal = await send(`Code\n${"a b\n".repeat(1200)}"`);
      expect(refusal.body.message).toBe("A quote that is opened in row 1202 is never closed.");
      expect(await at.database.db.$count(importRow, eq(importRow.companyId, company.companyId))).toBe(0);
    });
  });

  describe("applying", () => {
    const file = () => `Code,Name,City,Volume,Monday\nA-1,Added,Pune,10,closed\n${codeOf(0)},Changed,Pune,20,10:00-20:00\n${codeOf(1)},,,,`;

    test("writes all rows at once with an audit row each, and doing it twice does it once [STO-1] [AUD-1]", async () => {
      const run = await check(file());
      expect(countsOf(run)).toEqual([1, 1, 1, 0]);
      const reply = await apply(run);
      expect([reply.status, reply.body.message]).toEqual([200, "1 added, 1 changed"]);
      const again = await Promise.all([apply(run), apply(run)]);
      expect(again.map(({ body }) => body.data)).toEqual([reply.body.data, reply.body.data]);
      const stores = await storesNow();
      expect(stores).toHaveLength(10);
      const [changed, added] = [stores[0], stores.at(-1)];
      expect(changed).toMatchObject({ name: "Changed", volume: 20, city: "Pune", version: 2, regionId: company.north.regionId });
      expect(added).toMatchObject({ code: "A-1", name: "Added", volume: 10, timeZone: "Asia/Kolkata", country: "IN", groupId: null });
      const entries = await at.database.db.select().from(auditLog).where(eq(auditLog.companyId, company.companyId)).orderBy(auditLog.id);
      expect(entries).toMatchObject([
        { action: "store added", itemKind: "store", itemId: String(added?.id), itemName: "Added", actorName: admin, before: null },
        {
          ...{ action: "store changed", itemId: String(changed?.id), itemName: "Changed" },
          before: {
            storeName: "North store 1.1",
            volume: 60,
            city: null,
            week: expect.arrayContaining([{ weekday: 1, opens: 540, closes: 1260 }]),
          },
          after: {
            storeName: "Changed",
            volume: 20,
            city: "Pune",
            week: expect.arrayContaining([{ weekday: 1, opens: 600, closes: 1200 }]),
          },
        },
      ]);
    });

    test("is refused whole where anything was changed since, and the file is to be checked again", async () => {
      const spoil: (() => Promise<unknown>)[] = [
        () =>
          at.database.db
            .update(store)
            .set({ volume: 99 })
            .where(eq(store.id, company.stores[0]?.id ?? 0)),
        () =>
          at.database.db
            .update(storeHours)
            .set({ closes: 1300 })
            .where(eq(storeHours.storeId, company.stores[0]?.id ?? 0)),
        () => at.database.db.insert(store).values({ companyId: company.companyId, code: "a-1", name: "Other", timeZone: "UTC" }),
      ];
      for (const [i, change] of spoil.entries()) {
        company = await makeCompany(at.database);
        admin = company.users.admin;
        const run = await check(file());
        await change();
        const before = await storesNow();
        const { status, body } = await apply(run);
        expect([status, body.message]).toEqual([
          422,
          `What this file is about was changed after it was checked (row ${i === 2 ? 2 : 3}). Send the file again to check it anew.`,
        ]);
        expect(await storesNow()).toEqual(before);
        expect((await at.call(showStoreCsv, { params: { importId: run.id } }, admin)).body.data).toMatchObject({ state: "checked" });
      }
    });

    test("who saves a form from before the file is told what the file changed [AUD-1]", async () => {
      await apply(await check(file()));
      const id = company.stores[0]?.id;
      const late = await at.call(changeStore, { body: { section: "sound", id, version: 1, volume: 80 } } as never, admin);
      const message = `${admin} changed this to “20” meanwhile. Save again to keep what you typed.`;
      expect([late.status, late.body.errors]).toEqual([422, [{ field: "volume", message }]]);
      const hours = { section: "hours", id, version: 1, week: everyDay("08:00", "18:00") };
      const lateHours = await at.call(changeStore, { body: hours } as never, admin);
      expect([lateHours.status, lateHours.body.errors?.map(({ field }) => field)]).toEqual([422, ["week"]]);
      expect(lateHours.body.errors?.[0]?.message).toContain(`${admin} changed this to “`);
      expect(lateHours.body.errors?.[0]?.message).toContain("Mon 10:00");
    });

    test("twice at the same moment it is done once, and both are told the same [STO-1]", async () => {
      const run = await check(file());
      const [one, other] = await Promise.all([apply(run), apply(run)]);
      expect([one?.status, other?.status, one?.body.data]).toEqual([200, 200, other?.body.data]);
      expect(await storesNow()).toHaveLength(10);
      expect(await at.database.db.$count(auditLog, and(eq(auditLog.companyId, company.companyId), eq(auditLog.itemKind, "store")))).toBe(2);
    });

    test("of two people who apply the same rows at the same moment one does, the other is told that they changed [STO-1]", async () => {
      const { username: second } = await makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin", level: "national" });
      const [own, others] = [await check(file()), await check(file(), second)];
      const replies = await Promise.all([apply(own), apply(others, second)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
      const refused = replies.find(({ status }) => status === 422);
      expect(refused?.body.message).toMatch(/^What this file is about was changed after it was checked/);
      expect(await storesNow()).toHaveLength(10);
      expect(await at.database.db.$count(auditLog, and(eq(auditLog.companyId, company.companyId), eq(auditLog.itemKind, "store")))).toBe(2);
    });

    // the embedded engine runs one transaction after the other
    test.skipIf(engine === "embedded")("locks groups before stores, as whoever moves a group does: neither waits in a circle", async () => {
      const run = await check(`Code,Group\n${codeOf(0)},North group 2`);
      let applied: ReturnType<typeof apply> | undefined;
      await at.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query("select 1 from store_group where id = $1 for no key update", [company.north.groupIds[1]]);
        applied = apply(run);
        await somebodyWaits(client);
        await client.query("select 1 from store where company_id = $1 for no key update nowait", [company.companyId]);
        await client.query("commit");
      });
      expect((await applied)?.status).toBe(200);
    });

    test("what others changed beside does not stand in the way, and stays", async () => {
      const run = await check(`Code,Volume\n${codeOf(0)},20`);
      await at.call(setStoreStatus, { body: { status: "inactive", ids: [company.stores[0]?.id] } }, admin);
      expect((await apply(run)).status).toBe(200);
      expect((await storesNow())[0]).toMatchObject({ status: "inactive", volume: 20 });
    });

    test("a failure half-way leaves nothing [STO-1]", async () => {
      const run = await check(file());
      const before = await storesNow();
      const name = `stop_${company.companyId}`;
      await at.database.db.execute(
        sql.raw(`create function ${name}() returns trigger language plpgsql as
        $$ begin if new.company_id = ${company.companyId} then raise exception 'stop'; end if; return new; end $$`),
      );
      await at.database.db.execute(sql.raw(`create trigger ${name} before insert on audit_log for each row execute function ${name}()`));
      expect((await apply(run)).status).toBe(500);
      expect(await storesNow()).toEqual(before);
      await at.database.db.execute(sql.raw(`drop function ${name} cascade`));
      expect((await apply(run)).status).toBe(200);
    });

    test("with dryRun=false a file is checked and applied at once; any refused row refuses it whole, by row", async () => {
      const refused = await send("Code,Name,City\nN-1,New,Pune\nN 2,New,", { query: "dryRun=false" });
      expect([refused.status, refused.body.message]).toEqual([422, "1 of the file's rows are refused; nothing was changed."]);
      expect(refused.body.errors?.map(({ field }) => field)).toEqual(["rows.3"]);
      expect(await at.database.db.$count(importRun, eq(importRun.companyId, company.companyId))).toBe(0);
      expect(await storesNow()).toHaveLength(9);
      const done = await send("Code,Name,City\nN-1,New,Pune", { query: "dryRun=false" });
      expect([done.status, done.body.message, (done.body.data as ImportRun).state]).toEqual([201, "1 added, 0 changed", "applied"]);
      expect(await storesNow()).toHaveLength(10);
    });

    test("moves a store to another group, and never out of any", async () => {
      const run = await check(
        `Code,Region,Zone,Group\n${codeOf(0)},South,South zone 2,South group 2\n${codeOf(1)},,,\n${codeOf(2)},,,No such\n${codeOf(3)},North,,`,
      );
      expect((await rowsOf(run)).map(({ notes }) => notes)).toEqual([
        ["Group: North › North zone 1 › North group 1 → South › South zone 2 › South group 2"],
        [],
        ["Group: There is no such item, or it is not yours to see."],
        ["Group: This field is required"],
      ]);
      await apply(run);
      expect((await storesNow()).slice(0, 2).map(({ regionId, groupId }) => [regionId, groupId])).toEqual([
        [company.south.regionId, company.south.groupIds[1]],
        [company.north.regionId, company.north.groupIds[0]],
      ]);
    });

    test("the stores' own export is read back as it is, and changes nothing", async () => {
      const text = await (await at.request(exportStores, {}, admin)).text();
      const run = await check(text);
      expect([countsOf(run), await rowsOf(run, admin, { outcome: "refused" })]).toEqual([[0, 0, 9, 0], []]);
      expect((await apply(run)).body.message).toBe("There is nothing to apply: no row adds or changes anything.");
    });
  });

  describe("whose it is [CTX-4]", () => {
    test("a regional admin's file reaches only their own stores and groups", async () => {
      const { regional } = company.users;
      const run = await check(
        [
          "Code,Name,City,Group",
          `${codeOf(0)},Mine,Pune,North group 2`,
          `${codeOf(4)},Theirs,Pune,North group 1`,
          "Q-1,Mine,Pune,North group 1",
          "Q-2,Theirs,Pune,South group 1",
          "Q-3,Nowhere,Pune,",
        ].join("\n"),
        regional,
      );
      expect((await rowsOf(run, regional)).map(({ outcome, notes }) => [outcome, notes.at(-1)])).toEqual([
        ["change", "City: empty → Pune"],
        ["refused", "Store code: There is no such item, or it is not yours to see."],
        ["add", undefined],
        ["refused", "Group: There is no such item, or it is not yours to see."],
        ["refused", "Group: This field is required"],
      ]);
      expect((await apply(run, regional)).body.message).toBe("1 added, 1 changed");
    });

    test("who checked a file alone sees and applies it, in its company", async () => {
      const other = await makeCompany(at.database);
      const { staff } = await makeProvider(at.database);
      const run = await check(`Code,Volume\n${codeOf(0)},20`);
      const params = { importId: run.id };
      const query = { companyId: company.companyId };
      for (const as of [other.users.admin, company.users.regional]) {
        for (const endpoint of [showStoreCsv, listStoreCsvRows, refusedStoreCsvRows, applyStoreCsv])
          expect((await at.call(endpoint, { params }, as)).status).toBe(404);
      }
      expect((await at.call(applyStoreCsv, { params, query }, staff.Fever_Admin_Major)).status).toBe(404);
      expect((await at.call(applyStoreCsv, { params, query: { companyId: other.companyId } }, admin)).status).toBe(403);
      expect((await storesNow())[0]).toMatchObject({ volume: 60 });
      const own = await send(`Code,Volume\n${codeOf(0)},20`, { as: staff.Fever_Admin_Major, query: `companyId=${company.companyId}` });
      expect([
        own.status,
        (await at.call(applyStoreCsv, { params: { importId: (own.body.data as ImportRun).id }, query }, staff.Fever_Admin_Major)).status,
      ]).toEqual([201, 200]);
    });

    test("who lost a store or its group before applying is told that it is no longer as it was", async () => {
      const run = await check(`Code,Volume\n${codeOf(0)},20`, company.users.regional);
      await at.database.db
        .update(store)
        .set({ regionId: company.south.regionId, zoneId: company.south.zoneIds[0], groupId: company.south.groupIds[0] })
        .where(and(eq(store.companyId, company.companyId), eq(store.code, codeOf(0))));
      expect((await apply(run, company.users.regional)).status).toBe(422);
      expect((await storesNow())[0]).toMatchObject({ volume: 60 });
    });
  });

  test("a checked file is kept for a week", async () => {
    const run = await check(`Code,Volume\n${codeOf(0)},20`);
    await at.database.db.update(importRun).set({ createdAt: sql`now() - interval '8 days'` }).where(eq(importRun.id, run.id));
    const files = { list: async function* () {}, remove: async () => {} };
    await keepHouse(at.database.db, files as never, new Date());
    expect((await apply(run)).status).toBe(404);
    expect(await at.database.db.$count(importRow, eq(importRow.importId, run.id))).toBe(0);
  });
});

test("more than 200,000 rows are refused [LIM-1]", async () => {
  const read = async (rows: number) => {
    const file = { bytes: Readable.from([Buffer.from("a\n".repeat(rows + 1))]), encoding: "utf-8" as const };
    let count = 0;
    for await (const { cells } of readCsvRows(file)) count += cells.length;
    return count;
  };
  expect(await read(200_000)).toBe(200_001);
  await expect(read(200_001)).rejects.toThrow("The file has more than 2,00,000 rows. Send it in parts.");
});

test("no character is broken, wherever the pieces that the file is read in end [STO-1]", async () => {
  for (const shift of ["", "x"]) {
    const cell = shift + "😀".repeat(5000);
    const file = { bytes: Readable.from([Buffer.from(`Name\n${cell}\n`)]), encoding: "utf-8" as const };
    const rows: string[][] = [];
    for await (const { cells } of readCsvRows(file)) rows.push(cells);
    expect(rows).toEqual([["Name"], [cell]]);
  }
});

test("50 MB of CSV are read a row at a time, little of it held [LIM-1]", async () => {
  const cell = "x".repeat(1000);
  async function* bytes() {
    yield Buffer.from("Code,Name\n");
    for (let i = 0; i < 50; i++) yield Buffer.from(`${cell},${cell}\n`.repeat(500));
  }
  let [rows, peak] = [0, 0];
  const before = heldMemory();
  for await (const { cells } of readCsvRows({ bytes: bytes(), encoding: "utf-8" })) {
    rows += cells.length / 2;
    if (rows % 5000 === 0) peak = Math.max(peak, heldMemory() - before);
  }
  expect(rows).toBe(25_001);
  expect(peak).toBeLessThan(32 * 2 ** 20); // a few pieces of 1 MB each, as text and as bytes
}, 30_000);
