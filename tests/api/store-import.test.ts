import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { importRow, importRun, storeHours } from "#platform/db/schema/index";
import { tableWords } from "#platform/files/table-words";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { storeCsv } from "../support/store-csv.ts";

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

  const { send, check, countsOf, rowsOf, apply, storesNow, codeOf } = storeCsv(() => ({
    at,
    admin,
    company,
  }));

  describe("the dry run", () => {
    test("tells of each row what it does, or why it is refused, and changes nothing [STO-1]", async () => {
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
      expect([run.fileName, run.state, ...countsOf(run)]).toEqual([
        "stores.csv",
        "checked",
        1,
        1,
        1,
        1,
      ]);
      expect(await rowsOf(run)).toEqual([
        {
          line: 2,
          outcome: "add",
          names: ["NEW-1", "Andheri West"],
          notes: [],
          warnings: [],
          values: expect.anything(),
        },
        {
          line: 3,
          outcome: "change",
          names: [codeOf(0).toLowerCase(), ""],
          notes: ["City: empty → Pune", "Volume: 60 → 55", "Monday: 09:00-21:00 → closed"],
          warnings: [],
          values: [],
        },
        {
          line: 4,
          outcome: "same",
          names: [codeOf(1), "North store 1.2"],
          notes: [],
          warnings: [],
          values: [],
        },
        {
          line: 5,
          outcome: "refused",
          names: ["B@D", "x"],
          notes: [
            "Store code: Only alphabets, numbers and special character (),-,. are allowed.",
            "Group: There is no group “No such group”.",
            "Volume: Enter a number from 0 to 100.",
            "Monday: Enter hours, for example 09:00-21:00, or closed.",
          ],
          warnings: [],
          values: [],
        },
      ]);
      expect(await storesNow()).toEqual(before);
    });

    test("rows are listed by outcome and page by page; a file is told by its counts", async () => {
      const run = await check(
        [
          "Code,Name,City",
          ...Array.from({ length: 7 }, (_, i) => `P-${i},Page ${i},${i % 3 ? "Pune" : ""}`),
        ].join("\n"),
      );
      expect(countsOf(run)).toEqual([4, 0, 0, 3]);
      const page = await at
        .as(admin)
        .listStoreCsvRows({ params: { importId: run.id }, query: { outcome: "add", limit: 3 } })
        .answer;
      expect([page.data.map(({ line }) => line), page.page?.total]).toEqual([[3, 4, 6], 4]);
      expect(
        (await rowsOf(run, admin, { outcome: "add", cursor: page.page?.next })).map(
          ({ line }) => line,
        ),
      ).toEqual([7]);
      expect((await rowsOf(run, admin, { outcome: "refused" })).map(({ notes }) => notes)).toEqual(
        Array.from({ length: 3 }, () => ["City: This field is required"]),
      );
      expect(await at.as(admin).showStoreCsv({ params: { importId: run.id } })).toEqual(run);
    });

    test("headings that are wrong are each named, and nothing is staged", async () => {
      const refusal = async (content: string) => {
        const { status, body } = await send(content);
        expect(status).toBe(422);
        return body.errors;
      };
      const makeErrors = (message: string) => [
        { field: "file", message: `${message} The template lists all columns.` },
      ];
      expect(await refusal("Name,City\nx,y")).toEqual(makeErrors("Missing column “Store code”."));
      expect(await refusal("Code,Colour,,Mood\nx,y,z,a")).toEqual(
        makeErrors("Unknown columns “Colour”, “(empty)”, “Mood”."),
      );
      expect(await refusal("Code,store CODE,City\nx,y,z")).toEqual(
        makeErrors("Repeated column “Store code”."),
      );
      expect(await refusal("Code,Name")).toEqual([
        { field: "file", message: "The file has headings but no rows." },
      ]);
      expect(await refusal('Code,Name\nA,"never\nclosed')).toEqual([
        { field: "file", message: "A quote opened in row 2 is never closed." },
      ]);
      expect(await refusal('Code,Name\nA,x\nB,"x"y')).toEqual([
        {
          field: "file",
          message: expect.stringMatching(/^Row 3 has a quote in the wrong place\./),
        },
      ]);
      expect(
        await at.database.db.$count(importRun, eq(importRun.companyId, company.companyId)),
      ).toBe(0);
    });

    test("a code that stands twice in a file refuses both rows, each naming the other", async () => {
      const run = await check("Code,Name,City\nA,One,Pune\nB,Two,Pune\na,Three,Pune\nA,Four,Pune");
      expect((await rowsOf(run)).map(({ outcome, notes }) => [outcome, ...notes])).toEqual([
        ["refused", "Same store code as row 4."],
        ["add"],
        ["refused", "Same store code as row 2."],
        ["refused", "Same store code as row 2."],
      ]);
      expect(countsOf(run)).toEqual([1, 0, 0, 3]);
    });

    test.each([
      [
        "UTF-8 with a byte order mark and Windows line ends",
        Buffer.from(`${bom}Code,Name,City\r\nU-1,Caf,Zürich\r\n`),
      ],
      [
        "UTF-16 little endian",
        Buffer.from(`${bom}Code\tName\tCity\r\nU-1\tCaf\tZürich\r\n`, "utf16le"),
      ],
      [
        "UTF-16 big endian",
        Buffer.from(`${bom}Code;Name;City\nU-1;Caf;Zürich`, "utf16le").swap16(),
      ],
      [
        "semicolons, quotes, empty rows and columns",
        Buffer.from('"Code";"Name";City;\n;;;\n\n"U-1";"Caf";"Zürich";\n;;;\n'),
      ],
      ["Windows-1252", Buffer.from("Code,Name,City\rU-1,Caf,Zürich", "latin1")],
    ])("a file in %s is read [VAL-5]", async (_, content) => {
      const run = await check(new Uint8Array(content));
      expect(countsOf(run)).toEqual([1, 0, 0, 0]);
      expect((await apply(run)).status).toBe(200);
      expect((await storesNow()).at(-1)).toMatchObject({
        code: "U-1",
        name: "Caf",
        city: "Zürich",
      });
    });

    test("what is neither text nor a workbook is refused as such [VAL-5]", async () => {
      for (const [content, message] of [
        [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xff]), tableWords.damaged],
        [new Uint8Array([0x41, 0, 0x42]), "Invalid file type."],
        [new Uint8Array(), "Invalid file type."],
      ] as const)
        expect((await send(content)).body.errors).toEqual([{ field: "file", message }]);
    });

    test("formulas are text: kept where it may stand, harmless in the file of refused rows", async () => {
      const run = await check(
        'Code,Name,City,Address,Contact\nF-1,Plain,=1+1,"=HYPERLINK(""http://x"")",@x\nF-2,=cmd,Pune,-1,+2\nF-3,Named,Pune,\'=kept,x',
      );
      expect(countsOf(run)).toEqual([2, 0, 0, 1]);
      await apply(run);
      const added = (await storesNow())
        .slice(-2)
        .map(({ city, addressLine, contactName }) => [city, addressLine, contactName]);
      expect(added).toEqual([
        ["=1+1", '=HYPERLINK("http://x")', "@x"],
        ["Pune", "=kept", "x"],
      ]);
      expect(
        readCsv(await at.as(admin).refusedStoreCsvRows({ params: { importId: run.id } }).text),
      ).toEqual([
        ["Store code", "Store", "Address", "City", "Contact", "Reason"],
        [
          "F-2",
          "'=cmd",
          "'-1",
          "Pune",
          "'+2",
          "Store: Only alphabets, numbers and special character (),-,. are allowed.",
        ],
      ]);
    });

    test("the file of refused rows is corrected and sent again as it is, its reasons ignored [STO-1]", async () => {
      const run = await check(
        'Code,Name,City,Phone\nR-1,"Right",Pune,91 9876543210\nR-2,"Wrong, one",Pune,12\nR-3,Long,Pune,,x',
      );
      expect(countsOf(run)).toEqual([1, 0, 0, 2]);
      const response = await at.as(admin).refusedStoreCsvRows({ params: { importId: run.id } })
        .response;
      expect(response.headers.get("Content-Disposition")).toMatch(
        /filename="Stores-refused-C-\d+-\d{4}-\d\d-\d\d\.csv"/,
      );
      const file = await response.text();
      expect(readCsv(file).map((cells) => cells.at(-1))).toEqual([
        "Reason",
        expect.stringMatching(
          /^Store: Only alphabets, numbers and special character \(\),-,\. are allowed\. Phone: \S/,
        ),
        "The row has 5 cells, but the file has 4 columns.",
      ]);
      const again = await check(
        file.replace("Wrong, one", "Right one").replace(",12,", ",0123456789,"),
      );
      expect(countsOf(again)).toEqual([2, 0, 0, 0]);
    });

    test("the template has every heading and comes back as a file without rows", async () => {
      const text = await at.as(admin).storeCsvTemplate().text;
      expect(readCsv(text)[0]?.slice(0, 5)).toEqual([
        "Store code",
        "Store",
        "Region",
        "Zone",
        "Group",
      ]);
      expect((await send(text)).body.message).toBe("The file has headings but no rows.");
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
      expect(
        (await rowsOf(run)).map(({ notes }) => notes.map((note) => note.split(":")[0])),
      ).toEqual([
        [],
        [
          "Account status",
          "Time zone",
          "Country",
          "Phone",
          "Email",
          "Monday",
          "Tuesday",
          "Licence from",
          "Licence to",
        ],
        ["State", "Licence to"],
      ]);
      await apply(run);
      const [added] = (await storesNow()).slice(-1);
      expect(added).toMatchObject({
        state: "Maharashtra",
        country: "IN",
        status: "inactive",
        timeZone: "Asia/Dubai",
        phoneCountryCode: "91",
        phone: "9876543210",
        licenceFrom: "2026-02-01",
        licenceTo: "2027-01-31",
        email: "a@b.example",
        volume: 60,
      });
      const hours = await at.database.db
        .select()
        .from(storeHours)
        .where(eq(storeHours.storeId, added?.id ?? 0))
        .orderBy(storeHours.weekday);
      expect(hours.map(({ weekday, opens, closes }) => [weekday, opens, closes])).toEqual([
        [0, 600, 1320],
        [1, 540, 1440],
        [2, 1200, 1680],
        ...[3, 4, 5, 6].map((weekday) => [weekday, 600, 1320]),
      ]);
    });
  });

  describe("the limits [LIM-1]", () => {
    test("a new phone without its country code has 91; a store's own code stays [UI-6]", async () => {
      await apply(
        await check(
          `Code,Phone country code,Phone\n${codeOf(0)},49,123456\n${codeOf(1)},,9876543210`,
        ),
      );
      await apply(
        await check(`Code,Name,City,Phone\n${codeOf(0)},,,234567\nNEW-1,New,Pune,345678`),
      );
      const stores = await storesNow();
      expect(
        [stores[0], stores[1], stores.at(-1)].map(
          (one) => `+${one?.phoneCountryCode} ${one?.phone}`,
        ),
      ).toEqual(["+49 234567", "+91 9876543210", "+91 345678"]);
    });

    test("a cell of more than 10,000 characters refuses its row", async () => {
      const run = await check(`Code,Name,City,Address\nL-1,Long,Pune,"${"x".repeat(10_001)}"`);
      expect((await rowsOf(run))[0]?.notes).toEqual([
        "Address: At most 10,000 characters are allowed.",
      ]);
    });

    test("a file that breaks off late leaves nothing behind", async () => {
      const refusal = await send(`Code\n${"a b\n".repeat(1200)}"`);
      expect(refusal.body.message).toBe("A quote opened in row 1202 is never closed.");
      expect(
        await at.database.db.$count(importRow, eq(importRow.companyId, company.companyId)),
      ).toBe(0);
    });
  });
});
