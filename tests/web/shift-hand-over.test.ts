import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alert } from "#platform/db/schema/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const path = "/admin/operations/shift";
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe("The page that a shift hands over, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let ops: Visitor;
  const ids = identifiers(appSecret);

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    ({ staff } = await makeProvider(web.at.database));
    company = await makeCompany(web.at.database);
    ops = await web.signedIn(staff.Fever_Super_Admin_Ops);
  });
  afterAll(() => web?.close());

  async function addAlert(
    index: number,
    minutes: number,
    values: Partial<typeof alert.$inferInsert> = {},
  ) {
    const [added] = await web.at.database.db
      .insert(alert)
      .values({
        companyId: company.companyId,
        storeId: company.stores[index]?.id ?? 0,
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
  const nameOf = (index: number) => company.stores[index]?.name ?? "";

  test("shows each alert of the shift, and hands the ticked ones over to a colleague", async () => {
    const owner = { acknowledgedBy: staff.Fever_Super_Admin_Ops, acknowledgedAt: ago(60) };
    const first = await addAlert(0, 90, owner);
    const second = await addAlert(1, 80, { ...owner, snoozedUntil: ago(-60), note: "Key <late>" });
    await addAlert(2, 70, {
      endedAt: ago(10),
      ending: "closed",
      cause: "network",
      closedBy: staff.Fever_Super_Admin_Ops,
    });
    await addAlert(2, 60 * 11, { endedAt: ago(60 * 9), ending: "recovered" });
    expect((await ops.open("/admin/operations")).html).toContain(`href="${path}"`);
    const { html } = await ops.open(path);
    for (const words of ["Still open", "Put off until", "Key &lt;late&gt;", "Closed: Network"])
      expect(html).toContain(words);
    expect(html).toContain("Stores with repeated alerts");
    expect(html).not.toMatch(/<[^>]+ style=/);
    expect(html).not.toContain(">Recovered<");
    expect((await ops.open(`${path}?hours=12`)).html).toContain("Recovered");

    const refOf = (id: number) => ids.encrypt("alert", id);
    const refused = await ops.post(path, { ids: refOf(first), note: "Line <down>" });
    const answer = await refused.text();
    expect(answer).toContain("There is a problem");
    expect(answer).toContain("Line &lt;down&gt;");
    const to = staff.Fever_Admin_Ops;
    const unknown = await ops.post(path, { ids: refOf(first), to: "nobody" });
    expect(await unknown.text()).toContain("who sees all these stores");
    expect((await ops.post(path, { ids: "nonsense", to })).status).toBe(404);
    expect(await leadsTo(await ops.post(path, { ids: refOf(first), to, note: "Line" }))).toBe(path);
    expect((await ops.open(path)).html).toContain("1 alert handed over.");
    const ownerOf = async (id: number) =>
      (await web.at.database.db.select().from(alert).where(eq(alert.id, id)))[0]?.acknowledgedBy;
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([to, owner.acknowledgedBy]);
    const colleague = await web.signedIn(to);
    expect((await colleague.open("/admin/operations?owner=mine")).html).toContain(nameOf(0));
  });

  test("people of a company see the shift of their own stores", async () => {
    await addAlert(4, 50);
    const regional = await web.signedIn(company.users.regional);
    const { html } = await regional.open(path);
    expect(html).toContain(nameOf(0));
    expect(html).not.toContain(nameOf(4));
    expect(html).toContain("You have no open alerts.");
    const manager = await web.signedIn(company.users.manager);
    expect(await leadsTo(await manager.get(path))).not.toBeNull();
  });
});
