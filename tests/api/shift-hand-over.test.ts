import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alert, appUser, auditLog, login, notification } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { type MailingPlatform, openMailingPlatform } from "../support/platform.ts";

/** 11:30 in India. */
const now = new Date("2026-11-20T06:00:00.000Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const addressOf = (username: string) => `${username}@example.com`;

describe.each([anyEngine])("The hand-over of a shift on %s", (engine) => {
  let at: MailingPlatform;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let company: TestCompany;
  let other: TestCompany;
  beforeAll(async () => {
    at = await openMailingPlatform(engine, { now });
    staff = (await makeProvider(at.database)).staff;
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    at.clock.now = now.getTime();
    await at.database.db.delete(alert);
    await at.database.db.delete(notification);
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
  });

  type Values = Partial<typeof alert.$inferInsert>;
  async function addAlert(of: TestCompany, index: number, minutes: number, values: Values = {}) {
    const [added] = await at.database.db
      .insert(alert)
      .values({
        companyId: of.companyId,
        storeId: of.stores[index]?.id ?? 0,
        kind: "offline",
        beganAt: ago(minutes),
        watchedFrom: ago(minutes),
        watchedAt: ago(minutes),
        raisedAt: ago(minutes),
        ...values,
      })
      .returning({ id: alert.id });
    return added?.id ?? 0;
  }
  const ownedBy = (username: string) => ({ acknowledgedBy: username, acknowledgedAt: ago(30) });
  const closing = (minutes: number, cause: Values["cause"], by: string): Values => ({
    endedAt: ago(minutes),
    ending: "closed",
    cause: cause ?? null,
    closedBy: by,
  });
  const shift = (query: object = {}, as = company.users.admin) =>
    at.as(as).showShift({ query } as never);
  const idsOf = (alerts: readonly { id: number }[]) => alerts.map(({ id }) => id);
  const handOver = (ids: number[], to: string, note?: string, as = company.users.admin) =>
    at.as(as).handOverShift({ body: { ids, to, ...(note && { note }) } });
  const ownerOf = async (id: number) =>
    (await at.database.db.select().from(alert).where(eq(alert.id, id)))[0]?.acknowledgedBy;

  test("a shift tells what was opened, taken, closed and recovered, and what it leaves", async () => {
    const { admin } = company.users;
    const before = await addAlert(company, 0, 12 * 60, ownedBy(admin));
    const fresh = await addAlert(company, 1, 60, {
      kind: "silent",
      note: "Electrician at 18:00",
      notedBy: admin,
      snoozedUntil: ago(-90),
    });
    const ended = await addAlert(company, 2, 300, closing(20, "network", admin));
    const well = await addAlert(company, 3, 10 * 60, { endedAt: ago(400), ending: "recovered" });
    const old = await addAlert(company, 4, 20 * 60, { endedAt: ago(500), ending: "recovered" });
    // a store that is silent is not listed again for not playing
    await addAlert(company, 1, 50, { kind: "not-playing" });
    const { counts, alerts, own, since } = await shift();
    expect(since).toBe(ago(480).toISOString());
    expect(counts).toEqual({ opened: 2, taken: 1, closed: 1, recovered: 1, open: 2, snoozed: 1 });
    expect(idsOf(alerts)).toEqual([before, fresh, ended, well]);
    expect(alerts[1]).toMatchObject({
      opened: true,
      taken: false,
      note: "Electrician at 18:00",
      snoozedUntil: ago(-90).toISOString(),
    });
    expect(alerts[2]).toMatchObject({ ending: "closed", cause: "network", closedBy: admin });
    expect(idsOf(own)).toEqual([before]);
    const longer = await shift({ hours: 12 });
    expect(idsOf(longer.alerts)).toContain(old);
    expect(longer.counts).toMatchObject({ opened: 4, recovered: 2 });
    expect(await shift({ hours: 25 }).status).toBe(422);
  });

  test("it names the stores with several alerts in 30 days, and the mean repair by cause", async () => {
    const { admin } = company.users;
    const day = 24 * 60;
    await addAlert(company, 0, 10 * day, closing(10 * day - 60, "power", admin));
    await addAlert(company, 0, 5 * day, closing(5 * day - 120, "power", admin));
    await addAlert(company, 0, 40 * day, closing(39 * day, "power", admin));
    await addAlert(company, 1, 60, { endedAt: ago(30), ending: "recovered" });
    await addAlert(company, 2, 60, { endedAt: ago(30), ending: "deactivated" });
    const { repeating, repairs } = await shift();
    expect(repeating).toMatchObject([
      { storeName: company.stores[0]?.name, alerts: 2, minutes: 180 },
    ]);
    expect(repairs).toEqual([
      { cause: "power", alerts: 2, minutes: 90 },
      { cause: null, alerts: 1, minutes: 30 },
    ]);
  });

  test("a colleague gets the alerts and one email that lists them, and the bell sends no second", async () => {
    const { admin, regional } = company.users;
    const first = await addAlert(company, 0, 90, ownedBy(admin));
    const second = await addAlert(company, 1, 60, {
      ...ownedBy(admin),
      kind: "silent",
      note: "Key is at the bakery",
      snoozedUntil: ago(-90),
    });
    const third = await addAlert(company, 2, 30, ownedBy(admin));
    const { message, data } = await handOver([first, second], regional, "Call them at noon").answer;
    expect(data).toMatchObject({ alerts: 2, email: { state: "sent", to: addressOf(regional) } });
    expect(message).toBe(`2 alerts handed over. The list emailed to ${addressOf(regional)}.`);
    const { subject, text, html } = await at.smtp.letterTo(addressOf(regional));
    expect(subject).toBe(`${admin} handed 2 alerts over to you`);
    for (const words of [
      "Note: Call them at noon",
      `${company.stores[0]?.name} (${company.name}`,
      "Offline since 20/11/26 10:00",
      "Online, silent since 20/11/26 10:30. put off until 20/11/26 13:00. Key is at the bakery",
      "/admin/operations?owner=mine",
    ])
      expect(text).toContain(words);
    expect(html).toContain("Open your alerts");
    expect(await Promise.all([first, second, third].map(ownerOf))).toEqual([
      regional,
      regional,
      admin,
    ]);
    // what was put off stays put off
    expect((await shift()).counts).toMatchObject({ open: 3, snoozed: 1 });
    const notices = await at.database.db.select().from(notification);
    expect(notices).toMatchObject([
      { title: `${admin} handed 2 alerts over to you`, mailedAt: now },
    ]);
    const [notice] = await at.as(regional).listNotifications();
    expect(notice?.mail).toMatchObject({ state: "sent", answer: null });
    const audited = await at.database.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.companyId, company.companyId));
    expect(audited.map(({ action }) => action)).toEqual(["alert handed over", "alert handed over"]);
    // who has given an alert away cannot give it again
    expect((await handOver([first], regional).errors).ids).toBe(
      "These alerts are over, or somebody else has them.",
    );
    expect(await handOver([first, third], regional)).toMatchObject({ alerts: 1 });
  });

  test("an alert goes only to those who see its store, and only its owner gives it away", async () => {
    const { admin, regional, manager } = company.users;
    const north = await addAlert(company, 0, 90, ownedBy(admin));
    const south = await addAlert(company, 4, 90, ownedBy(admin));
    const foreign = await addAlert(other, 0, 90, ownedBy(other.users.admin));
    const { colleagues, alerts } = await shift();
    expect(idsOf(alerts).sort()).toEqual([north, south]);
    expect(colleagues.map(({ username }) => username)).toContain(regional);
    expect(colleagues.map(({ username }) => username)).not.toContain(admin);
    for (const to of [regional, manager, other.users.admin, admin, "nobody"])
      expect((await handOver([north, south], to).wrongFields)[0], to).toBe("to");
    expect((await handOver([], regional).wrongFields)[0]).toBe("ids");
    expect((await handOver([foreign], regional).wrongFields)[0]).toBe("ids");
    expect((await handOver([north], admin, undefined, regional).wrongFields)[0]).toBe("ids");
    expect(await at.as(manager).showShift().status).toBe(403);
    expect(await at.as(admin).showShiftOfAll().status).toBe(403);
    const call = { body: { ids: [north], to: regional } };
    expect(await at.as(admin).handOverShiftOfAll(call).status).toBe(403);
    expect(await ownerOf(north)).toBe(admin);
    expect((await shift({}, regional)).alerts).toMatchObject([{ id: north }]);
    expect(await handOver([north], regional)).toMatchObject({ alerts: 1 });
  });

  test("provider staff hand over alerts of several companies in one email", async () => {
    const ops = staff.Fever_Super_Admin_Ops;
    const colleague = staff.Fever_Admin_Ops;
    const ids = [
      await addAlert(company, 0, 90, ownedBy(ops)),
      await addAlert(other, 0, 80, ownedBy(ops)),
    ];
    await addAlert(other, 1, 80, closing(10, "volume", ops));
    const all = await at.as(ops).showShiftOfAll();
    expect(all.counts).toMatchObject({ open: 2, closed: 1 });
    expect(idsOf(all.own)).toEqual(ids);
    const { email } = await at.as(ops).handOverShiftOfAll({ body: { ids, to: colleague } });
    expect(email?.state).toBe("sent");
    const { text } = await at.smtp.letterTo(addressOf(colleague));
    for (const { name } of [company, other]) expect(text).toContain(name);
    const letters = at.smtp.inbox.filter(({ to }) =>
      to?.some(({ address }) => address === addressOf(colleague)),
    );
    expect(letters).toHaveLength(1);
    expect(await Promise.all(ids.map(ownerOf))).toEqual([colleague, colleague]);
  });

  test("an email that waits lists the alerts that are still the colleague's when it goes out", async () => {
    const { admin, regional } = company.users;
    const ids = [
      await addAlert(company, 0, 90, ownedBy(admin)),
      await addAlert(company, 1, 60, ownedBy(admin)),
    ];
    const rule = { at: "recipient", code: 451, words: "try later" } as const;
    at.smtp.rules.set(addressOf(regional), rule);
    const { email } = await handOver(ids, regional);
    expect(email).toMatchObject({ state: "queued" });
    const [first = 0] = ids;
    await at.as(regional).changeAlerts({
      body: { act: "close", alerts: [{ id: first }], cause: "player" },
    } as never);
    at.smtp.rules.clear();
    at.clock.now += 3_600_000;
    await at.deliverEmails();
    const { subject, text } = await at.smtp.letterTo(addressOf(regional));
    expect(subject).toBe(`${admin} handed 1 alert over to you`);
    expect(text).not.toContain(`${company.stores[0]?.name} (`);
  });

  const wait = (address: string) =>
    at.smtp.rules.set(address, { at: "recipient", code: 451, words: "try later" } as const);
  const sendWaiting = async () => {
    at.smtp.rules.clear();
    at.clock.now += 3_600_000;
    await at.deliverEmails();
  };
  const lettersTo = (username: string) =>
    at.smtp.inbox.filter(({ to }) => to?.some(({ address }) => address === addressOf(username)));
  const makeNational = (companyId = company.companyId) =>
    makeUser(at.database, companyId, { role: "ROLE_Client_Admin", level: "national" });

  test("a colleague is found in any case, and has the alerts by their own name", async () => {
    const { admin } = company.users;
    const { id, username } = await makeNational();
    const typed = username.replace("user", "New.User");
    await at.database.db.update(appUser).set({ username: typed }).where(eq(appUser.id, id));
    await at.database.db
      .update(login)
      .set({ username: typed.toLowerCase() })
      .where(eq(login.username, username));
    const ids = [
      await addAlert(company, 0, 90, ownedBy(admin)),
      await addAlert(company, 1, 90, ownedBy(admin)),
    ];
    const [first = 0, second = 0] = ids;
    expect(await handOver([first], typed)).toMatchObject({ alerts: 1 });
    await at.as(admin).changeAlerts({
      body: { act: "hand-over", alerts: [{ id: second }], to: typed.toUpperCase() },
    } as never);
    expect(await Promise.all(ids.map(ownerOf))).toEqual([typed, typed]);
  });

  test("an email that waits outlasts the hand-over of one of its alerts to the next person", async () => {
    const { admin, regional } = company.users;
    const third = (await makeNational()).username;
    const ids = [
      await addAlert(company, 0, 90, ownedBy(admin)),
      await addAlert(company, 1, 60, ownedBy(admin)),
    ];
    wait(addressOf(regional));
    await handOver(ids, regional);
    await handOver(ids.slice(0, 1), third, undefined, regional);
    await sendWaiting();
    expect(lettersTo(third)).toHaveLength(1);
    expect(lettersTo(regional).map(({ subject }) => subject)).toEqual([
      `${admin} handed 1 alert over to you`,
    ]);
  });

  test("no list goes to a colleague who was deactivated, or who no longer sees the stores", async () => {
    const { admin, regional } = company.users;
    const { id, username } = await makeNational();
    for (const [index, to] of [username, regional].entries()) {
      wait(addressOf(to));
      await handOver([await addAlert(company, index, 90, ownedBy(admin))], to);
    }
    await at.database.db.update(appUser).set({ status: "inactive" }).where(eq(appUser.id, id));
    await at.database.db.execute(
      sql`delete from user_unit using app_user where app_user.id = user_unit.user_id and app_user.username = ${regional}`,
    );
    await sendWaiting();
    expect([...lettersTo(username), ...lettersTo(regional)]).toEqual([]);
  });

  test("erasing a colleague erases the emails and notices of their hand-overs", async () => {
    const { admin } = company.users;
    const { id, username } = await makeNational();
    await handOver([await addAlert(company, 0, 90, ownedBy(admin))], username);
    await handOver([await addAlert(company, 1, 90, ownedBy(username))], admin, undefined, username);
    await at.as(admin).removeUser({ query: { id, erase: true } } as never).answer;
    const { rows: emails } = await at.database.db.execute(sql`select * from email`);
    const notices = await at.database.db.select().from(notification);
    expect(JSON.stringify([emails, notices])).not.toContain(username);
  });
});
