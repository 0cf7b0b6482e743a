import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ImportRun } from "#contract/imports/endpoints";
import { appUser, auditLog, store, userUnit } from "#platform/db/schema/index";
import { importMessages } from "#platform/modules/imports/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openMailingPlatform, password } from "../support/platform.ts";
import { tokenIn } from "../support/smtp.ts";
import { fileOf } from "../support/uploads.ts";

describe.each(engines)("The users' CSV on %s", (engine) => {
  let at: Awaited<ReturnType<typeof openMailingPlatform>>;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;

  beforeAll(async () => {
    at = await openMailingPlatform(engine);
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
  });
  afterAll(() => at?.close());

  const headings = "Username,First name,Last name,Email,Phone,Role,Level,Locations";
  const check = async (lines: string[], as: string, query: object = {}) => {
    const run = await at
      .as(as)
      .checkUserCsv({ query, files: [fileOf([headings, ...lines].join("\n"), "users.csv")] });
    const rows = await at
      .as(as)
      .listUserCsvRows({ params: { importId: run.id }, query: { limit: 100, ...query } });
    return {
      run,
      notes: rows.map(({ outcome, notes }) => (outcome === "add" ? "add" : notes.join(" "))),
    };
  };
  const apply = ({ id }: ImportRun, as: string, query: object = {}) =>
    at.as(as).applyUserCsv({ params: { importId: id }, query } as never);
  const usersNamed = (username: string) =>
    at.database.db.select().from(appUser).where(eq(appUser.username, username));

  test("adds users with role, level and locations once, and invites them [USR-1] [AUD-1]", async () => {
    const { admin } = company.users;
    const code = company.stores[2]?.code ?? "";
    const { run, notes } = await check(
      [
        "csv.national,Asha,Rao,asha@example.com,91 9876543210,Admin,national,",
        "csv.zonal,Bea,,bea@example.com,,Admin,Zonal,North zone 1; North > North zone 2",
        `csv.store,Cyd,Das,cyd@example.com,,Store Manager,,${code.toLowerCase()}`,
      ],
      admin,
    );
    expect(notes).toEqual(["add", "add", "add"]);
    expect(at.smtp.inbox).toEqual([]);
    expect(await usersNamed("csv.zonal")).toEqual([]);
    const reply = await apply(run, admin).answer;
    expect(reply.message).toBe("3 added, 0 changed. Invitations: 3 emailed");
    expect(await apply(run, admin)).toEqual(reply.data);
    const [zonal] = await usersNamed("csv.zonal");
    expect(zonal).toMatchObject({
      companyId: company.companyId,
      role: "ROLE_Client_Admin",
      level: "zonal",
      status: "invited",
      lastName: null,
    });
    const units = await at.database.db
      .select()
      .from(userUnit)
      .where(eq(userUnit.userId, zonal?.id ?? 0));
    expect(units.map(({ zoneId }) => zoneId).sort()).toEqual([...company.north.zoneIds].sort());
    expect((await usersNamed("csv.national"))[0]).toMatchObject({
      phone: "9876543210",
      phoneCountryCode: "91",
      level: "national",
    });
    expect((await usersNamed("csv.store"))[0]).toMatchObject({
      role: "ROLE_Store_Music_Manager",
      level: "store",
    });
    const rows = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "user added"));
    expect(rows.map(({ itemName, actorName }) => [itemName, actorName])).toEqual(
      expect.arrayContaining(
        ["csv.national", "csv.zonal", "csv.store"].map((name) => [name, admin]),
      ),
    );
    const email = await at.smtp.letterTo("cyd@example.com");
    await Promise.all(
      ["asha@example.com", "bea@example.com"].map((address) => at.smtp.letterTo(address)),
    );
    expect(at.smtp.inbox).toHaveLength(3);
    await at.nobody.activatePassword({
      body: { token: tokenIn(email), password, profile: { firstName: "Cyd" } },
    } as never);
  });

  test("says which invitations were refused, and the list of users by whom [MAIL-1]", async () => {
    const { admin } = company.users;
    at.smtp.refused.add("gone@example.com");
    const { run } = await check(
      [
        "mail.gone,Asha,,gone@example.com,,Admin,national,",
        "mail.there,Bea,,there@example.com,,Admin,national,",
      ],
      admin,
    );
    const { message } = await apply(run, admin).answer;
    expect(message).toBe("2 added, 0 changed. Invitations: 1 emailed, 1 refused");
    const failed = await at.as(admin).listUsers({ query: { mail: "refused" } });
    expect(failed.map(({ username }) => username)).toEqual(["mail.gone"]);
  });

  test("a row is refused whose role, level or location its sender may not give [ROL-3] [ROL-4]", async () => {
    const { admin, regional, limited } = company.users;
    const line = (role: string, level: string, locations: string, n: number) =>
      `no.${n},X,,x@example.com,,${role},${level},${locations}`;
    expect(
      (
        await check(
          [
            line("Admin", "national", "", 1),
            line("Admin", "zonal", "South zone 1", 2),
            line("Admin", "zonal", "North zone 1", 3),
            line("Admin", "regional", "North", 4),
            line("Admin", "group", "Nort group 1", 5),
            line("Fever Admin", "", "", 6),
            line("Store Manager", "group", "North group 1", 7),
            line("Admin", "zonal", "", 8),
          ],
          regional,
        )
      ).notes,
    ).toEqual([
      "Level: Choose a level below your own.",
      expect.stringContaining("Locations: There is no zone “South zone 1”."),
      "add",
      "Level: Choose a level below your own.",
      "Locations: There is no group “Nort group 1”. Did you mean “North group 1”?",
      "Role: Enter Admin, Admin Limited or Store Manager.",
      "Level: A store manager's level is store.",
      "Locations: Choose at least one.",
    ]);
    const [takenName, wrong, double, first] = (
      await check(
        [
          `${admin.toUpperCase()},X,,x@example.com,,Admin,national,`,
          "bad name,,,nowhere,12,,wide,",
          "two,X,,x@example.com,,Admin,national,",
          "TWO,X,,x@example.com,,Admin,national,",
        ],
        admin,
      )
    ).notes;
    expect(takenName).toBe("Username: This username is taken.");
    for (const part of ["Username:", "First name:", "Email:", "Role:", "Level: Enter national"])
      expect(wrong).toContain(part);
    expect([double, first]).toEqual(["Same username as row 5.", "Same username as row 4."]);
    const form = {
      files: [fileOf(`${headings}\na,b,,c@example.com,,Admin,national,`, "users.csv")],
    };
    for (const who of [limited, company.users.manager, provider.staff.Fever_Music_Admin])
      expect(await at.as(who).checkUserCsv(form).status).toBe(403);
  });

  test("zeros that a spreadsheet took from a store's code are asked for [USR-1] [FIL-2]", async () => {
    const { companyId, users } = company;
    const zeros = { companyId, code: "0012", name: "Zeros", timeZone: "Asia/Kolkata" };
    await at.database.db.insert(store).values(zeros);
    const row = (code: string) => `zero.${code},X,,x@example.com,,Store Manager,store,${code}`;
    expect((await check([row("12"), row("0012"), row("13")], users.admin)).notes).toEqual([
      `Locations: ${importMessages.zeros("0012")}`,
      "add",
      expect.stringContaining("There is no store “13”."),
    ]);
  });

  test("nothing is added where a username or a location changed since the check [USR-1]", async () => {
    const other = await makeCompany(at.database);
    const lines = [
      "late.one,X,,late1@example.com,,Admin,national,",
      "late.two,X,,late2@example.com,,Admin,national,",
    ];
    const first = await check(lines, other.users.admin);
    const second = await check(lines.slice(1), company.users.admin);
    await apply(second.run, company.users.admin);
    const { status, body } = await apply(first.run, other.users.admin).reply;
    expect([status, body.errors?.[0]]).toEqual([
      422,
      { field: "file", message: expect.stringContaining("(row 3)") },
    ]);
    expect(await usersNamed("late.one")).toEqual([]);
  });

  test("a file in a company that provider staff opened adds its users once [USR-1] [CTX-2]", async () => {
    const other = await makeCompany(at.database);
    const staff = provider.staff.Fever_Admin_Ops;
    const query = { companyId: other.companyId };
    const { run } = await check(
      ["by.staff,X,,by.staff@example.com,,Admin Limited,national,"],
      staff,
      query,
    );
    await apply(run, staff, query);
    const [added] = await usersNamed("by.staff");
    expect(added).toMatchObject({ companyId: other.companyId, role: "ROLE_Client_Admin_Limited" });
    const text = await at.as(staff).exportUsers({ query: { ...query, search: "by.staff" } }).text;
    const send = () => at.as(staff).checkUserCsv({ query, files: [fileOf(text, "users.csv")] });
    expect(await send()).toMatchObject({ toAdd: 0, refused: 1 });
    await at.as(staff).removeUser({ query: { ...query, id: added?.id ?? 0 } });
    expect(await send()).toMatchObject({ toAdd: 1, refused: 0 });
    expect(await at.as(staff).checkUserCsv({ files: [fileOf(text, "users.csv")] }).status).toBe(
      422,
    );
    expect(await at.as(staff).userCsvTemplate().text).toBe(`${headings}\n`);
  });

  test("a file adds at most 1,000 users [USR-1] [LIM-1]", async () => {
    const lines = Array.from(
      { length: 1_001 },
      (_, n) => `many.${n},X,,many@example.com,,Admin,national,`,
    );
    const { run } = await check(lines, company.users.admin);
    expect(run).toMatchObject({ toAdd: 1_000, refused: 1 });
  });
});
