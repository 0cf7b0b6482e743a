import { and, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alertReport } from "#contract/reports/alerts";
import { type ReportGraph, type ReportRow, reportEndpoints } from "#contract/reports/endpoints";
import { alert, auditLog } from "#platform/db/schema/index";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const now = new Date("2026-11-20T06:00:00.000Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe.each([anyEngine])("The list of alerts and their settings, on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let other: TestCompany;
  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
  });
  afterAll(() => at.close());
  beforeEach(async () => {
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
  });

  type Values = Partial<typeof alert.$inferInsert>;
  async function addAlert(of: TestCompany, index: number, minutes: number, values: Values = {}) {
    const [added] = await at.database.db
      .insert(alert)
      .values({
        companyId: of.companyId,
        storeId: of.stores[index]?.id ?? 0,
        kind: "offline" as const,
        beganAt: ago(minutes),
        watchedFrom: ago(minutes),
        watchedAt: ago(minutes),
        raisedAt: ago(minutes - 1),
        ...values,
      })
      .returning({ id: alert.id });
    return added?.id ?? 0;
  }
  const list = async (query: object = {}, as = company.users.admin) => {
    const { data, page } = await at.as(as).listAlerts({ query }).answer;
    return { rows: data, page };
  };
  const kindsOf = async (query: object = {}, as = company.users.admin) =>
    (await list(query, as)).rows.map(({ storeName, kind }) => `${storeName} ${kind}`);
  const audited = async () => {
    const rows = await at.database.db
      .select({ action: auditLog.action, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.companyId, company.companyId)))
      .orderBy(desc(auditLog.id));
    return rows.map(({ action }) => action);
  };

  test("alerts are filtered by time, kind, location and acknowledgement, in scope [ROL-4]", async () => {
    const ended = { endedAt: ago(5), ending: "recovered" as const };
    await addAlert(company, 0, 60);
    await addAlert(company, 0, 50, {
      kind: "silent",
      acknowledgedBy: "asha",
      acknowledgedAt: ago(3),
      note: "Refit",
    });
    await addAlert(company, 4, 40, { kind: "low-volume" });
    await addAlert(company, 4, 300, ended);
    await addAlert(company, 1, 4, { raisedAt: null });
    await addAlert(other, 0, 30);
    const north = company.stores[0]?.name;
    const south = company.stores[4]?.name;
    expect(await kindsOf()).toEqual([`${south} low-volume`, `${north} silent`, `${north} offline`]);
    expect(await kindsOf({ sort: "began" })).toEqual([
      `${north} offline`,
      `${north} silent`,
      `${south} low-volume`,
    ]);
    expect(await kindsOf({ state: "ended" })).toEqual([`${south} offline`]);
    expect(await kindsOf({ kind: "silent" })).toEqual([`${north} silent`]);
    expect(await kindsOf({ acknowledged: "no" })).toEqual([
      `${south} low-volume`,
      `${north} offline`,
    ]);
    expect(await kindsOf({ regionId: company.south.regionId })).toEqual([`${south} low-volume`]);
    expect(await kindsOf({}, company.users.regional)).toEqual([
      `${north} silent`,
      `${north} offline`,
    ]);
    expect(await kindsOf({}, company.users.limited)).toHaveLength(3);
    expect(await at.as(company.users.manager).listAlerts().status).toBe(403);
    const first = await list({ limit: 2, sort: "store" });
    const next = await list({ limit: 2, sort: "store", cursor: first.page?.next ?? "" });
    expect([...first.rows, ...next.rows].map(({ id }) => id)).toHaveLength(3);
    expect([first.page?.total, next.page?.next]).toEqual([3, null]);
    const count = async (as: string) => (await at.as(as).showDashboard()).openAlerts;
    expect([
      await count(company.users.admin),
      await count(company.users.regional),
      await count(other.users.admin),
    ]).toEqual([3, 2, 1]);
  });

  test("a person acknowledges an alert with a note, changes the note and takes it back", async () => {
    const id = await addAlert(company, 0, 60);
    const change = (body: { acknowledged: boolean; note?: string }, as = company.users.regional) =>
      at.as(as).changeAlert({ params: { id }, body });
    const { message, data } = await change({ acknowledged: true, note: "  Refit until Friday " })
      .answer;
    expect(message).toBe("Alert acknowledged");
    expect(data).toMatchObject({
      acknowledgedBy: company.users.regional,
      acknowledgedAt: now.toISOString(),
      note: "Refit until Friday",
    });
    // the same once more changes nothing
    await change({ acknowledged: true, note: "Refit until Friday" });
    expect(await audited()).toEqual(["alert acknowledged"]);
    expect(
      await change({ acknowledged: true, note: "Until Monday" }, company.users.admin),
    ).toMatchObject({
      note: "Until Monday",
    });
    expect(await change({ acknowledged: false })).toMatchObject({
      acknowledgedBy: null,
      acknowledgedAt: null,
      note: null,
    });
    expect(await audited()).toEqual([
      "alert acknowledgement removed",
      "alert acknowledged",
      "alert acknowledged",
    ]);
    expect(await at.as(company.users.admin).findAlert({ params: { id } })).toMatchObject({
      id,
      note: null,
    });
    // too long, and what the database cannot hold
    for (const note of ["x".repeat(501), "a\0b", "\ud800"])
      expect(await change({ acknowledged: true, note }).status).toBe(422);
    // out of scope, of another company, only watched, and none at all
    const out = [
      await addAlert(company, 4, 9),
      await addAlert(other, 0, 9),
      await addAlert(company, 1, 2, { raisedAt: null }),
      999_999_999,
    ];
    for (const one of out) {
      expect(
        await at
          .as(company.users.regional)
          .changeAlert({ params: { id: one }, body: { acknowledged: true } }).status,
      ).toBe(404);
      expect(await at.as(company.users.regional).findAlert({ params: { id: one } }).status).toBe(
        404,
      );
    }
  });

  test("a note over somebody else's newer one is refused with their words", async () => {
    const id = await addAlert(company, 0, 60);
    const change = (body: object, as = company.users.admin) =>
      at.as(as).changeAlert({ params: { id }, body } as never);
    expect(
      await change({ acknowledged: true, note: "Fuse", version: 1 }, company.users.regional),
    ).toMatchObject({
      version: 2,
    });
    const { status, body } = await change({ acknowledged: true, note: "Power cut", version: 1 })
      .reply;
    const words = `${company.users.regional} has changed this to “Fuse” in the meantime. Save again to keep your entry.`;
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: [{ field: "note", message: words }], version: 2 });
    expect(await change({ acknowledged: false, version: 1 }).status).toBe(422);
    await change({ acknowledged: true, note: "Fuse", version: 1 }); // as it stands
    expect(await change({ acknowledged: true, note: "Power cut", version: 2 })).toMatchObject({
      note: "Power cut",
      version: 3,
    });
  });

  test("a location outside the scope is not found, as one that is not there", async () => {
    const { south, users } = company;
    for (const [query, as] of [
      [{ regionId: south.regionId }, users.regional],
      [{ storeId: company.stores[4]?.id }, users.regional],
      [{ groupId: other.stores[0]?.groupId }, users.admin],
      [{ zoneId: 999_999_999 }, users.admin],
    ] as const)
      expect(await at.as(as).listAlerts({ query } as never).status).toBe(404);
  });

  test("several are acknowledged at once, those out of scope left out", async () => {
    const ids = [
      await addAlert(company, 0, 60),
      await addAlert(company, 1, 50, {
        acknowledgedBy: "asha",
        acknowledgedAt: ago(3),
        note: "Refit",
      }),
      await addAlert(company, 4, 40),
      await addAlert(other, 0, 30),
    ];
    const { message, data } = await at
      .as(company.users.regional)
      .acknowledgeAlerts({ body: { ids, note: "Power cut" } }).answer;
    expect([message, data]).toEqual(["1 alert acknowledged", { acknowledged: 1 }]);
    const rows = await at.database.db.select().from(alert).orderBy(alert.id);
    expect(rows.filter(({ id }) => ids.includes(id)).map(({ note }) => note)).toEqual([
      "Power cut",
      "Refit",
      null,
      null,
    ]);
  });

  test("a location's settings are replaced as a whole, by its owner alone", async () => {
    const { admin, regional } = company.users;
    const { regionId, groupId } = company.stores[0] as { regionId: number; groupId: number };
    const read = (query: object, as = admin) => at.as(as).findAlertSettings({ query });
    const save = (body: object, as = admin) => at.as(as).changeAlertSettings({ body });
    const builtIn = await read({});
    expect([
      builtIn.version,
      builtIn.values.offlineMinutes,
      builtIn.values.tellOffline,
      builtIn.values.quietFrom,
    ]).toEqual([
      null,
      { value: 15, source: null },
      { value: true, source: null },
      { value: "00:00", source: null },
    ]);
    await save({ offlineMinutes: 30, quietFrom: "22:00", quietTo: "07:00" });
    await save({ regionId, offlineMinutes: 60, tellSilent: false }, regional);
    const { values, own, inherited } = await read({ groupId }, regional);
    expect(values.offlineMinutes).toEqual({
      value: 60,
      source: { level: "REGION", unitId: regionId, name: "North" },
    });
    expect(values.quietFrom).toEqual({
      value: "22:00",
      source: { level: "COMPANY", unitId: company.companyId, name: company.name },
    });
    expect([values.tellSilent.value, inherited.offlineMinutes.value, own.offlineMinutes]).toEqual([
      false,
      60,
      null,
    ]);
    const units = await at.as(admin).listAlertSettingUnits();
    expect(units.filter(({ own }) => own).map(({ level }) => level)).toEqual(["COMPANY", "REGION"]);
    // not theirs, out of sight, outdated, out of limits, half of quiet hours
    expect(await save({ offlineMinutes: 20, version: 1 }, regional).status).toBe(403);
    expect(
      await save({ regionId: company.south.regionId, offlineMinutes: 20 }, regional).status,
    ).toBe(404);
    const outdated = await save({ offlineMinutes: 20 }).reply;
    expect([outdated.status, outdated.body.errors?.[0]?.field]).toEqual([422, "version"]);
    expect((await save({ offlineMinutes: 9, version: 1 }).wrongFields)[0]).toBe("offlineMinutes");
    expect((await save({ quietFrom: "22:00", version: 1 }).wrongFields)[0]).toBe("quietTo");
    expect(await at.as(company.users.limited).findAlertSettings().status).toBe(403);
    const both = await Promise.all([
      save({ offlineMinutes: 20, version: 1 }).reply,
      save({ offlineMinutes: 25, version: 1 }).reply,
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await audited()).filter((action) => action === "alert settings changed")).toHaveLength(
      3,
    );
  });

  test("the report counts alerts and how long they lasted, by the company's days [REP-1]", async () => {
    await addAlert(company, 0, 60, {
      endedAt: ago(30),
      ending: "recovered",
      toldAt: ago(45),
      note: "Refit",
      acknowledgedBy: "asha",
    });
    await addAlert(company, 4, 24 * 60, { kind: "silent" });
    await addAlert(company, 1, 4, { raisedAt: null });
    await addAlert(company, 5, 40 * 24 * 60);
    const { table, graph, export: file } = reportEndpoints(alertReport);
    const query = { from: "2026-11-19", to: "2026-11-20" };
    const rows = (await at.as(company.users.admin).call(table, { query })) as ReportRow[];
    expect(
      rows.map(({ kind, duration, told: notifiedAt, note, acknowledgedBy }) => [
        kind,
        duration,
        notifiedAt,
        note,
        acknowledgedBy,
      ]),
    ).toEqual([
      ["offline", 1800, ago(45).toISOString(), "Refit", "asha"],
      ["silent", 86_400, null, null, null],
    ]);
    const { points } = (await at.as(company.users.admin).call(graph, { query })) as ReportGraph;
    expect(points).toEqual([
      { began: "2026-11-19", rows: 1 },
      { began: "2026-11-20", rows: 1 },
    ]);
    expect(readCsv(await at.as(company.users.admin).call(file, { query }).text)).toHaveLength(3);
  });
});
