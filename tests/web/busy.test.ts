import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { openDatabase } from "#platform/db/open-database";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { engines, fillTable, freshPostgresDatabase } from "../support/database.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const locked = "Another change to the same data is still running. Try again in a minute.";

/** Only PostgreSQL lets one change hold rows while others go on. */
describe.runIf(engines.includes("postgres"))("When something is busy, a page", () => {
  let database: Database;
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let holding: pg.Client;
  beforeAll(async () => {
    const { url } = await freshPostgresDatabase();
    database = await openDatabase({ url });
    web = await openTestWeb("postgres", {}, { database });
    company = await makeCompany(database);
    admin = await web.signedIn(company.users.admin);
    holding = new pg.Client({ connectionString: url });
    await holding.connect();
  });
  afterEach(() => holding.query("rollback"));
  afterAll(async () => {
    await holding.end();
    await web.close();
  });

  const holdStores = async () => {
    await holding.query("begin");
    await holding.query("select 1 from store where company_id = $1 for update", [
      company.companyId,
    ]);
  };
  /** The words of the snack bar; what stands in the page for readers of the screen. */
  const snackOf = (html: string) =>
    /<div role="alert">(.*?)<\/div><\/div>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, "");

  test("without script says so in the snack bar's place and keeps the form as it was typed [LOAD-1] [VAL-3]", async () => {
    const detail = await firstStore();
    const edit = `${detail}/edit?section=sound`;
    const before = (await admin.open(edit)).html;
    const version = /name="version"[^>]*value="(\d+)"/.exec(before)?.[1] ?? "";
    await holdStores();
    const response = await admin.post(edit, { version, volume: "37" });
    const html = await response.text();
    expect(response.status).toBe(429);
    expect(snackOf(html)).toBe(locked);
    expect(html).toMatch(/<input[^>]*name="volume"[^>]*value="37"/);
    expect(html).not.toContain("alertdialog");
  });

  test("with script says so in the snack bar once the form was answered [LOAD-1]", async () => {
    const detail = await firstStore();
    await holdStores();
    const response = await admin.post(`${detail}/edit.data?section=sound`, {
      version: "1",
      volume: "37",
    });
    expect(response.status).toBe(429);
    await response.text();
    await holding.query("rollback");
    const next = await (await admin.get("/admin/stores.data")).text(); // what the script loads anew
    expect(next).toContain(locked);
    expect(await (await admin.get("/admin/stores.data")).text()).not.toContain(locked);
  });

  test("keeps a bulk change's question and what was ticked [LOAD-1]", async () => {
    const list = (await admin.open("/admin/stores")).html;
    const ids = [...list.matchAll(/name="id"[^>]*value="([\w-]+)"/g)]
      .map(([, id]) => id)
      .slice(0, 3);
    expect(ids).toHaveLength(3);
    const page = `/admin/stores/bulk/deactivate?${ids.map((id) => `id=${id}`).join("&")}`;
    await holdStores();
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(page, {})));
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(pages.map(snackOf).sort()).toEqual([
      locked,
      locked,
      "You already have 2 imports or bulk changes running. Wait until one has finished, then try again.",
    ]);
    for (const html of pages) expect(html).toContain("Deactivate 3 stores?");
  });

  test("leads a second download back to the list, as it was filtered, and says why [LOAD-1]", async () => {
    await fillTable(
      database,
      sql`insert into store (company_id, code, name, time_zone, city)
      select ${company.companyId}::bigint, 'L-' || n, repeat('long ', 30) || n, 'Asia/Kolkata', repeat('city ', 30) from generate_series(1, 20000) n`,
    );
    const reading = await admin.get("/admin/stores/download");
    expect(reading.status).toBe(200);
    const second = await admin.get("/admin/stores/download?search=long");
    expect(await leadsTo(second)).toBe("/admin/stores?search=long");
    const { html } = await admin.open("/admin/stores?search=long");
    expect(snackOf(html)).toBe(
      "You already have a download running. Wait until it has finished, then try again.",
    );
    await reading.body?.cancel();
  });

  const firstStore = async () => {
    const { html } = await admin.open("/admin/stores");
    const path = /href="(\/admin\/stores\/[\w-]{20,})"/.exec(html)?.[1];
    if (!path) throw new Error("no store in the list");
    return path;
  };
});
