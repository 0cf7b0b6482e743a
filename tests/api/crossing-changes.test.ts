import { eq } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { messages } from "#contract/base/messages";
import type { ImportRun } from "#contract/imports/endpoints";
import { appUser, store } from "#platform/db/schema/index";
import { makeCompany, makeUser, type TestCompany } from "../support/companies.ts";
import { engines, somebodyWaits } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { type MailingPlatform, openMailingPlatform, password } from "../support/platform.ts";
import { type Smtp, tokenIn } from "../support/smtp.ts";

const errorsOf = (reply: {
  status: number;
  body: { errors?: { field: string; message: string }[] };
}) => [
  reply.status,
  ...(reply.body.errors ?? []).map(({ field, message }) => `${field}: ${message}`),
];

/**
 * Resolves once so many sessions of the database wait for a lock, or what is asked for has come.
 */
const waiting = (client: pg.ClientBase, sessions: number, orDone = () => false) =>
  vi.waitFor(async () => {
    // within a transaction others' states stay as they were seen first
    await client.query("select pg_stat_clear_snapshot()");
    const { rows } = await client.query(
      "select distinct pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
    );
    if (rows.length < sessions && !orDone()) throw new Error("not there yet");
  }, patience);

/**
 * Covers what two people do at the same moment to related data, and what changed since somebody
 * looked.
 */
describe.each(engines)("Changes that cross on %s", (engine) => {
  let smtp: Smtp;
  let at: MailingPlatform;
  let company: TestCompany;
  let admin: string;

  beforeAll(async () => {
    at = await openMailingPlatform(engine);
    smtp = at.smtp;
  });
  beforeEach(async () => {
    company = await makeCompany(at.database);
    admin = company.users.admin;
  });
  afterAll(() => at?.close());

  const check = (content: string, as = admin) =>
    at.as(as).checkStoreCsv({ files: [new File([content], "stores.csv", { type: "text/csv" })] });
  const apply = ({ id }: ImportRun, as = admin) =>
    at.as(as).applyStoreCsv({ params: { importId: id } });
  const changedSince = /^Some of the data has changed since we checked the file/;

  // the embedded engine runs one transaction after the other
  describe.skipIf(engine === "embedded")("at the same moment", () => {
    test("deleting a unit beside giving it to a user makes nobody wait in a circle [HIE-1] [USR-1]", async () => {
      const [first = 0, last = 0] = company.north.groupIds;
      const holder = await makeUser(at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "group",
        units: [{ groupId: last }, { groupId: first }],
      });
      await at.database.db
        .update(store)
        .set({ regionId: null, zoneId: null, groupId: null })
        .where(eq(store.groupId, last));
      const person = {
        id: holder.id,
        email: "asha@example.com",
        firstName: "Asha",
        role: "ROLE_Client_Admin",
        level: "group",
      };
      const [changed, removed] = await at.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query("select 1 from store_group where id = $1 for update", [first]);
        const changing = at
          .as(admin)
          .updateUser({ body: { ...person, groupIds: [first, last] } }).reply;
        await somebodyWaits(client);
        let isRemoved = false;
        const removing = at
          .as(admin)
          .removeGroup({ query: { id: last } })
          .reply.finally(() => {
            isRemoved = true;
          });
        await waiting(client, 2, () => isRemoved);
        await client.query("commit");
        return Promise.all([changing, removing]);
      });
      expect([removed.status, ...errorsOf(changed)]).toEqual([
        200,
        422,
        `groupIds: ${messages.notFound}`,
      ]);
    });

    test("an invitation is taken up while an admin changes the invited user [USR-1]", async () => {
      const username = `invited.${company.companyId}`;
      const body = {
        username,
        email: `${username}@example.com`,
        firstName: "Asha",
        role: "ROLE_Client_Admin_Limited",
        level: "national",
      };
      const { id } = await at.as(admin).addUser({ body });
      const token = tokenIn(await smtp.letterTo(body.email));
      const later = await makeUser(at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "national",
      });
      const { username: _, ...person } = body;
      const [changed, activated] = await at.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query("select 1 from app_user where id = $1 for update", [later.id]);
        const changing = at
          .as(admin)
          .updateUser({ body: { ...person, id, lastName: "Rao" } }).reply; // holds its admin, and waits for the later one
        await somebodyWaits(client);
        const profile = { firstName: "Asha", lastName: "Iyer" };
        let isActivated = false;
        const activating = at.nobody
          .activatePassword({ body: { token, password, profile } })
          .reply.finally(() => {
            isActivated = true;
          });
        await waiting(client, 2, () => isActivated);
        await client.query("commit");
        return Promise.all([changing, activating]);
      });
      expect(
        [activated.status, changed.status],
        JSON.stringify([activated.body, changed.body]),
      ).toEqual([200, 200]);
    });

    test("of two files with the same stores one adds them, the other is told [STO-1]", async () => {
      const file = (...codes: string[]) =>
        check(["Store code,Store,City", ...codes.map((code) => `${code},Shop,Pune`)].join("\n"));
      const one = await file("X-1", "M-1", "Y-1");
      const two = await file("Y-1", "M-1", "X-1");
      const replies = await at.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query(
          "insert into store (company_id, code, name, time_zone) values ($1, 'M-1', 'Gate', 'UTC')",
          [company.companyId],
        );
        const first = apply(one).reply;
        await somebodyWaits(client);
        const second = apply(two).reply;
        await waiting(client, 2);
        await client.query("rollback");
        return Promise.all([first, second]);
      });
      expect(replies.map(({ status }) => status)).toEqual([200, 422]);
      expect(replies[1]?.body.message).toMatch(changedSince);
    });
  });

  test("a file that meets a licence moved meanwhile is to be checked anew [STO-1]", async () => {
    const { id = 0, code = "" } = company.stores[0] ?? {};
    const licensed = async (licenceFrom: string, licenceTo: string) => {
      const body = { section: "sound", id, volume: 50, licenceFrom, licenceTo };
      await at.as(admin).changeStore({ body });
    };
    await licensed("2026-01-01", "2026-12-31");
    const run = await check(`Store code,Licence to\n${code},2026-06-30`);
    await licensed("2026-09-01", "2026-12-31");
    expect(await apply(run).refusal).toEqual({
      status: 422,
      message: expect.stringMatching(changedSince),
    });
    await licensed("2026-02-01", "2026-12-31");
    await apply(await check(`Store code,Licence to\n${code},2026-06-30`));
  });

  test("who lost scope since the check adds no store by the file [CTX-4] [STO-1]", async () => {
    const maker = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const header = "Store code,Store,City,Group";
    const alone = await check(`${header}\nALONE-1,Shop,Pune,`, maker.username);
    const within = await check(`${header}\nNORTH-1,Shop,Pune,North group 1`, maker.username);
    const [groupId] = company.north.groupIds;
    await at.database.db.update(appUser).set({ level: "group" }).where(eq(appUser.id, maker.id));
    await at.database.pool.query(
      "insert into user_unit (company_id, user_id, group_id) values ($1, $2, $3)",
      [company.companyId, maker.id, groupId],
    );
    at.clock.now += 3_000; // what is known of a caller is two seconds old at the most
    expect(await apply(alone, maker.username).refusal).toEqual({
      status: 422,
      message: expect.stringMatching(changedSince),
    });
    await apply(within, maker.username);
    await apply(await check(`${header}\nALONE-2,Shop,Pune,`));
  });
});
