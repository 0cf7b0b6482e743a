import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderStore } from "#platform/files/file-store";
import { openMail } from "#platform/mail/mail";
import { reportMailService } from "#platform/modules/reports/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import {
  openTestPlatform,
  type TestPlatform,
  testFilesDir,
  testPublicUrl,
  testSessionSecret,
} from "../support/platform.ts";
import { openSmtp, type Smtp } from "../support/smtp.ts";

const day = 86_400_000;
const files = folderStore(testFilesDir);
const logger = { info() {}, warn() {}, error() {} };
const outside = "buyer@brand.example";

describe("Recipients of scheduled reports", () => {
  let at: TestPlatform;
  let smtp: Smtp;
  let company: TestCompany;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let mailed: ReturnType<typeof reportMailService>;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: new Date("2026-11-20T06:00:00.000Z") });
    smtp = await openSmtp();
    staff = (await makeProvider(at.database)).staff;
    company = await makeCompany(at.database);
    const from = "Fever <no-reply@fever.example>";
    const mail = openMail({ smtpUrl: smtp.url, from, outbox: "" });
    mailed = reportMailService({
      files,
      mail,
      publicUrl: testPublicUrl,
      sessionSecret: testSessionSecret,
      logger,
    });
  });
  afterAll(async () => {
    await at.close();
    await smtp.close();
  });

  const idOf = async (username: string) =>
    (
      await at.database.pool.query("select user_id::int as id from login where username = $1", [
        username,
      ])
    ).rows[0]?.id as number;
  const add = async (as: string, body: object = {}) => {
    const report = { name: "Stores", report: "Total_stores", frequency: "daily", format: "csv" };
    return (await at.as(as).addSchedule({ query: {}, body: { ...report, ...body } } as never)).id;
  };
  const sendTo = (id: number, as: string, body: object) =>
    at.as(as).changeRecipients({ params: { id }, query: {}, body } as never);
  const show = (id: number, as: string) =>
    at.as(as).findRecipients({ params: { id }, query: {} } as never);
  const run = async (id: number, as: string) => {
    at.clock.now += 60_000;
    await at.as(as).runSchedule({ params: { id } } as never);
    await work();
  };
  const work = () =>
    mailed.mailReports({ database: at.database, now: new Date(at.clock.now) }) as Promise<number>;
  const lettersTo = (address: string) =>
    smtp.inbox.filter(({ to }) => to?.some((one) => one.address === address));
  const letters = (username: string) => lettersTo(`${username}@example.com`);
  const fileIn = (text = "") => /\/admin\/reports\/files\/([\w-]+)/.exec(text)?.[1] ?? "";
  const tokenIn = (text = "") => /\/shared-report\/([\w-]{43})/.exec(text)?.[1] ?? "";
  const lastToken = (address = outside) => tokenIn(lettersTo(address).at(-1)?.text);
  const download = (fileId: string, as: string) =>
    at.as(as).downloadReportFile({ params: { fileId } });
  /** The stores of the newest report that a person was sent. */
  const storesOf = async (username: string) => {
    const file = download(fileIn(letters(username).at(-1)?.text), username);
    const [heading = [], ...rows] = readCsv(await file.text);
    const at = heading.findIndex((name) => /^store( name)?$/i.test(name));
    return rows.map((row) => row[at]).sort();
  };
  const openLink = (token: string) => at.nobody.linkedReport({ params: { token } });
  const openFile = (token: string) => at.nobody.downloadLinkedReport({ params: { token } });
  const allow = (isAllowed: boolean, as: string) =>
    at.as(as).changeOutsideRule({ query: {}, body: { isAllowed } } as never);

  test("each recipient gets the figures of their own scope, never the sender's [CTX-4]", async () => {
    const { admin, zonal, regional, limited, manager } = company.users;
    const id = await add(admin);
    const userIds = await Promise.all([zonal, regional, manager].map(idOf));
    await sendTo(id, admin, { userIds });
    await run(id, admin);
    const all = await storesOf(admin);
    const ofRegion = await storesOf(regional);
    const ofZone = await storesOf(zonal);
    expect(all.length).toBeGreaterThan(ofRegion.length);
    expect(ofRegion.every((name) => name?.startsWith("North"))).toBe(true);
    expect(ofZone).toEqual(["North store 1.1", "North store 1.2"]);
    expect(letters(zonal).at(-1)?.text).toContain("which ");
    // a store manager may not open reports: nothing is sent, and the owner's page says why
    expect(letters(manager)).toEqual([]);
    const { people } = await show(id, admin);
    const lines = people.map(({ username, lastOutcome, lastDetail }) => [
      username,
      lastOutcome,
      lastDetail,
    ]);
    expect(lines).toContainEqual([manager, "skipped", "They may not open this report."]);
    expect(lines).toContainEqual([zonal, "sent", null]);
    // each file opens for the person alone that it was made for, not even for its sender
    const file = fileIn(letters(zonal).at(-1)?.text);
    for (const as of [admin, regional, limited, staff.Fever_Super_Admin_Major])
      expect(await download(file, as).status, as).toBe(404);
    expect(await download(fileIn(letters(admin).at(-1)?.text), zonal).status).toBe(404);
    expect(await at.as(zonal).findReportFile({ params: { fileId: file } })).toMatchObject({
      sender: { receives: true },
    });
    expect(await at.as(zonal).findSchedule({ params: { id } } as never).status).toBe(404);
    // a report about a place that a recipient does not see is not sent to them
    const south = await add(admin, { name: "South", regionId: company.south.regionId });
    await sendTo(south, admin, { userIds: [await idOf(zonal)] });
    const before = letters(zonal).length;
    await run(south, admin);
    expect(letters(zonal)).toHaveLength(before);
    expect((await show(south, admin)).people).toMatchObject([
      { lastOutcome: "skipped", lastDetail: "They have no access to the location in this report." },
    ]);
    const notices = await at.database.pool.query(
      "select 1 from notification where user_id = $1 and item_kind = 'report schedule'",
      [await idOf(zonal)],
    );
    expect(notices.rows).toEqual([]);
  });

  test("a role is whoever has it on the day; deactivated people drop out", async () => {
    const own = await makeCompany(at.database);
    const { admin, limited, regional, group } = own.users;
    const id = await add(admin);
    await sendTo(id, admin, { roles: ["ROLE_Client_Admin_Limited"], userIds: [await idOf(group)] });
    const person = { role: "ROLE_Client_Admin_Limited", level: "national" } as const;
    const late = await makeUser(at.database, own.companyId, person);
    const morning = () => {
      at.clock.now = new Date(at.clock.now + day).setUTCHours(1, 0, 0, 0);
      return work();
    };
    await morning();
    const counts = () =>
      [limited, late.username, regional, group].map((name) => letters(name).length);
    expect(counts()).toEqual([1, 1, 0, 1]);
    await at.database.db.execute(
      sql`update app_user set role = 'ROLE_Client_Admin_Limited' where username = ${regional}`,
    );
    await at.database.db.execute(
      sql`update app_user set role = 'ROLE_Client_Admin' where username = ${limited}`,
    );
    await at.database.db.execute(
      sql`update app_user set status = 'inactive' where username in (${group}, ${late.username})`,
    );
    await morning();
    expect(counts()).toEqual([1, 1, 1, 1]);
    expect((await show(id, admin)).people.map(({ username, state }) => [username, state])).toEqual(
      expect.arrayContaining([
        [group, "inactive"],
        [late.username, "inactive"],
        [regional, "active"],
      ]),
    );
    // who may no longer answer for it sends nothing
    await at.database.db.execute(
      sql`update app_user set status = 'inactive' where username = ${admin}`,
    );
    await morning();
    expect(counts()).toEqual([1, 1, 1, 1]);
  });

  test("a person stops receiving a report, and receives it again", async () => {
    const own = await makeCompany(at.database);
    const { admin, zonal, limited } = own.users;
    const id = await add(admin, { name: "Daily" });
    await sendTo(id, admin, { roles: ["ROLE_Client_Admin"] });
    const received = (as: string) => at.as(as).listReceived({ query: {} } as never);
    expect(await received(zonal)).toEqual([]);
    await run(id, admin);
    expect(await received(zonal)).toMatchObject([{ id, name: "Daily", receives: true }]);
    expect(await received(admin)).toEqual([]);
    expect(await received(limited)).toEqual([]);
    const set = (as: string, receives: boolean) =>
      at.as(as).changeReceived({ params: { id }, query: {}, body: { receives } } as never);
    for (const as of [admin, limited, company.users.zonal])
      expect((await set(as, false).reply).status, as).toBe(404);
    await set(zonal, false);
    await set(zonal, false);
    await run(id, admin);
    expect(letters(zonal)).toHaveLength(1);
    expect((await show(id, admin)).people).toContainEqual(
      expect.objectContaining({ username: zonal, state: "stopped" }),
    );
    // the owner cannot undo it, whatever they choose
    await sendTo(id, admin, { userIds: [await idOf(zonal)] });
    await run(id, admin);
    expect(letters(zonal)).toHaveLength(1);
    await set(zonal, true);
    await run(id, admin);
    expect(letters(zonal)).toHaveLength(2);
    const { rows } = await at.database.pool.query(
      "select action, actor_name from audit_log where company_id = $1 and action like 'report%received%' order by id",
      [own.companyId],
    );
    expect(rows).toEqual([
      { action: "report no longer received", actor_name: zonal },
      { action: "report received again", actor_name: zonal },
    ]);
  });

  test("only people whom the owner sees are chosen, and only by its owner [CTX-4]", async () => {
    const { admin, zonal, regional, limited } = company.users;
    const foreign = (await makeCompany(at.database)).users;
    const id = await add(zonal);
    const userIds = async (...names: string[]) => ({
      userIds: await Promise.all(names.map(idOf)),
    });
    for (const name of [regional, admin, foreign.zonal, staff.Fever_Super_Admin_Major])
      expect((await sendTo(id, zonal, await userIds(name)).wrongFields)[0], name).toBe("userIds");
    const offered = (await show(id, zonal)).users.map(({ username }) => username);
    expect(offered).toContain(company.users.group);
    expect(offered).not.toContain(admin);
    for (const as of [admin, limited, foreign.admin]) {
      expect((await sendTo(id, as, {}).reply).status, as).toBe(404);
      expect((await show(id, as).reply).status, as).toBe(404);
    }
    // an Admin Limited does not manage users, but may choose a role
    const own = await add(limited);
    expect((await show(own, limited)).users).toEqual([]);
    expect((await sendTo(own, limited, await userIds(zonal)).wrongFields)[0]).toBe("userIds");
    await sendTo(own, limited, { roles: ["ROLE_Client_Admin"] });
    expect((await show(own, limited)).roles).toEqual(["ROLE_Client_Admin"]);
  });

  test("an outside address gets a link once the company allows it, for seven days", async () => {
    const own = await makeCompany(at.database);
    const { admin, regional, limited } = own.users;
    const id = await add(admin, { name: "For the brand" });
    const toOutside = (addresses = [outside]) => sendTo(id, admin, { addresses });
    expect((await toOutside().wrongFields)[0]).toBe("addresses");
    for (const as of [regional, limited, staff.Fever_Super_Admin_Major])
      expect((await allow(true, as).reply).status, as).toBe(403);
    await allow(true, admin);
    const many = Array.from({ length: 11 }, (_, n) => `buyer${n}@brand.example`);
    expect((await toOutside(many).wrongFields)[0]).toBe("addresses");
    expect((await toOutside(["nobody"]).wrongFields)[0]).toMatch(/^addresses/);
    await toOutside();
    await run(id, admin);
    const letter = lettersTo(outside).at(-1);
    const { rows: names } = await at.database.pool.query(
      "select concat_ws(' ', fname, lname) as name, email from app_user where username = $1",
      [admin],
    );
    expect(letter?.text).toContain(`${names[0].name} of Company`);
    expect(letter?.text).toContain(names[0].email);
    const token = lastToken();
    expect(await at.nobody.linkedReport({ params: { token } })).toMatchObject({
      name: "For the brand",
      sender: names[0].name,
    });
    const ofOwner = download(fileIn(letters(admin).at(-1)?.text), admin);
    const shared = await openFile(token).response;
    expect(shared.headers.get("Cache-Control")).toBe("no-store");
    expect(await shared.text()).toBe(await ofOwner.text);
    const stored = await at.database.pool.query(
      "select to_jsonb(r)::text as row from report_run r",
    );
    expect(stored.rows.some(({ row }) => row.includes(token))).toBe(false);

    // while the company forbids it, no link opens and nothing is sent
    await allow(false, admin);
    expect(await openLink(token).status).toBe(404);
    await run(id, admin);
    expect(lettersTo(outside)).toHaveLength(1);
    await toOutside(); // those that it has may stay
    expect(await show(id, admin)).toMatchObject({
      isOutsideAllowed: false,
      addresses: [{ address: outside, openLinks: 1 }],
    });
    await allow(true, admin);
    expect(await openLink(token).status).toBe(200);

    const sentAt = at.clock.now;
    at.clock.now = sentAt + 6 * day;
    expect(await openFile(token).status).toBe(200);
    at.clock.now = sentAt + 7 * day + 60_000;
    expect([await openLink(token).status, await openFile(token).status]).toEqual([404, 404]);
  });

  test("a link ends with its withdrawal, its address and its owner", async () => {
    const own = await makeCompany(at.database);
    const { admin } = own.users;
    await allow(true, admin);
    const address = "first@brand.example";
    const other = "second@brand.example";
    const id = await add(admin);
    await sendTo(id, admin, { addresses: [address, other] });
    await run(id, admin);
    const [first, second] = [lastToken(address), lastToken(other)];
    expect(first).not.toBe(second);
    const statuses = (...tokens: string[]) =>
      Promise.all(tokens.flatMap((token) => [openLink(token).status, openFile(token).status]));
    expect(await statuses(first, second)).toEqual([200, 200, 200, 200]);
    const withdraw = (as: string, to: string) =>
      at.as(as).withdrawReportLinks({ params: { id }, query: { address: to } } as never);
    expect((await withdraw(own.users.limited, address).reply).status).toBe(404);
    await withdraw(admin, address);
    expect(await statuses(first, second)).toEqual([404, 404, 200, 200]);
    await sendTo(id, admin, { addresses: [address] });
    expect(await statuses(second)).toEqual([404, 404]);
    await run(id, admin);
    const third = lastToken(address);
    expect(await statuses(third)).toEqual([200, 200]);
    // the person who answers for it is gone, or sees something else now
    const setStatus = (status: string) =>
      at.database.db.execute(sql`update app_user set status = ${status} where username = ${admin}`);
    await setStatus("inactive");
    expect(await statuses(third)).toEqual([404, 404]);
    await setStatus("active");
    expect(await statuses(third)).toEqual([200, 200]);
    await at.database.db.execute(
      sql`update app_user set level = 'regional' where username = ${admin}`,
    );
    expect(await statuses(third)).toEqual([404, 404]);
    const { rows } = await at.database.pool.query(
      "select count(*)::int as count, count(distinct file_id)::int as files from report_run where company_id = $1",
      [own.companyId],
    );
    expect(rows).toEqual([{ count: 5, files: 2 }]);
    const audited = await at.database.pool.query(
      "select action, actor_name, before, after from audit_log where company_id = $1 order by id",
      [own.companyId],
    );
    const none = { users: [], roles: [], addresses: [] };
    const to = (...addresses: string[]) => Object.assign({}, none, { addresses });
    expect(audited.rows).toMatchObject([
      { action: "outside report addresses changed", after: { isAllowed: true } },
      { action: "report schedule added" },
      { action: "report recipients changed", before: none, after: to(address, other) },
      { action: "report schedule run" },
      { action: "report links withdrawn", actor_name: admin, before: { address } },
      { action: "report recipients changed", after: to(address) },
      { action: "report schedule run" },
    ]);
  });

  test("an email to an address that is tried again has the first one's link, and both open", async () => {
    const { admin } = company.users;
    await allow(true, admin);
    const id = await add(admin, { name: "Retried" });
    const address = "away@brand.example";
    await sendTo(id, admin, { addresses: [address] });
    smtp.rules.set(address, { at: "data", does: "drops after taking it" });
    await run(id, admin);
    smtp.rules.clear();
    const lost = lastToken(address);
    expect(await openLink(lost).status).toBe(200);
    at.clock.now += day / 4;
    await work();
    expect(lettersTo(address)).toHaveLength(2);
    expect(lastToken(address)).toBe(lost);
    expect(await openLink(lost).status).toBe(200);
    smtp.refused.add(address);
    await run(id, admin);
    smtp.refused.clear();
    const { rows } = await at.database.pool.query(
      "select title from notification where user_id = $1 and title like '%Retried%'",
      [await idOf(admin)],
    );
    expect(rows).toEqual([{ title: `“Retried” was not sent to ${address}` }]);
  });

  test("who is taken off between an email that failed and its retry is sent nothing", async () => {
    const own = await makeCompany(at.database);
    const { admin, regional, zonal, group, limited, manager } = own.users;
    await allow(true, admin);
    const id = await add(admin, { name: "Late" });
    const [stays, goes] = ["stays@brand.example", "goes@brand.example"];
    const chosen = [zonal, group, limited, regional];
    await sendTo(id, admin, {
      userIds: await Promise.all(chosen.map(idOf)),
      addresses: [stays, goes],
    });
    const mailboxes = [...chosen.map((name) => `${name}@example.com`), stays, goes];
    const refuseAll = () => {
      for (const address of mailboxes)
        smtp.rules.set(address, { at: "recipient", code: 451, words: "try later" });
    };
    const retry = async () => {
      smtp.rules.clear();
      at.clock.now += day / 4;
      await work();
    };
    const counts = () => mailboxes.map((address) => lettersTo(address).length);
    refuseAll();
    await run(id, admin);
    expect(counts()).toEqual([0, 0, 0, 0, 0, 0]);
    const set = (values: ReturnType<typeof sql>, username: string) =>
      at.database.db.execute(sql`update app_user set ${values} where username = ${username}`);
    await sendTo(id, admin, {
      userIds: await Promise.all([group, limited, regional, manager].map(idOf)),
      addresses: [stays],
    });
    await set(sql`status = 'inactive'`, group);
    await at.database.db.execute(sql`insert into report_unsubscription (company_id, schedule_id, user_id)
      values (${own.companyId}, ${id}, ${await idOf(limited)})`);
    await retry();
    expect(counts()).toEqual([0, 0, 0, 1, 1, 0]);
    const { rows } = await at.database.pool.query(
      "select coalesce(username, address) as name, outcome, detail from report_run left join app_user on app_user.company_id = report_run.company_id and app_user.id = user_id where schedule_id = $1",
      [id],
    );
    const takenOff = { outcome: "skipped", detail: "They no longer receive this report." };
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: zonal, ...takenOff },
        { name: limited, ...takenOff },
        { name: group, outcome: "skipped", detail: "Their account is deactivated." },
        {
          name: goes,
          outcome: "skipped",
          detail: "You no longer send this report to this address.",
        },
      ]),
    );

    // the company forbids outside addresses, or the sender is gone
    refuseAll();
    await run(id, admin);
    await allow(false, admin);
    await set(sql`status = 'inactive'`, admin);
    await retry();
    expect(counts()).toEqual([0, 0, 0, 1, 1, 0]);
    await set(sql`status = 'active'`, admin);
    const { people } = await show(id, admin);
    expect(people.find(({ username }) => username === regional)?.lastDetail).toBe(
      "The person who sends this report may no longer open it.",
    );
  });

  test("a report runs again only once its last run is over, for recipients too", async () => {
    const own = await makeCompany(at.database);
    const { admin, zonal } = own.users;
    const id = await add(admin, { name: "Twice" });
    await sendTo(id, admin, { userIds: [await idOf(zonal)] });
    at.clock.now += 60_000;
    const press = () => at.as(admin).runSchedule({ params: { id } } as never);
    await press();
    await at.database.db.execute(
      sql`update report_run set ended_at = now(), take_at = null, outcome = 'sent' where schedule_id = ${id} and user_id is null`,
    );
    expect(await press().errors).toEqual({
      "": "“Twice” is still being made or emailed. Try again later.",
    });
    smtp.rules.set(`${zonal}@example.com`, { at: "recipient", code: 451, words: "try later" });
    await work();
    // an email that waits for its next try holds nobody up
    at.clock.now += 60_000;
    expect(await press().status).toBe(200);
    smtp.rules.clear();
  });

  test("a link has thirty files in a quarter of an hour, and then pauses [LOAD-1]", async () => {
    const { admin } = company.users;
    const id = await add(admin, { name: "Often" });
    await allow(true, admin);
    await sendTo(id, admin, { addresses: ["often@brand.example"] });
    await run(id, admin);
    const token = lastToken("often@brand.example");
    for (let n = 0; n < 30; n++) expect(await openFile(token).status).toBe(200);
    expect(await openFile(token).status).toBe(429);
    expect(await openLink(token).status).toBe(200);
  });
});
