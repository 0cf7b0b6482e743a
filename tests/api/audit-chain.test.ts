import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type ChainDifference, checkChains } from "#platform/modules/audit/audit-chain";
import { audit, checkAudit, sealAudit, systemActor } from "#platform/modules/audit/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { withCutConnection } from "../support/failing-database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe.each(engines)("The chain of the audit log on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let ids: number[];
  const hour = 3_600_000;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    provider = await makeProvider(at.database);
  });
  afterAll(() => at.close());
  beforeEach(async () => {
    company = await makeCompany(at.database);
    ids = [];
    for (const itemName of ["one", "two", "three", "four", "five"]) ids.push(await write(itemName));
    await seal();
  });

  const write = async (itemName: string) => {
    const entry = {
      companyId: company.companyId,
      action: "store changed",
      itemKind: "store",
      itemId: 1,
      itemName,
      after: { volume: 60 },
    };
    await at.database.transaction((tx) => audit(tx, systemActor(), [entry]));
    const { rows } = await at.database.pool.query(
      "select max(id)::int as id from audit_log where company_id = $1",
      [company.companyId],
    );
    return rows[0].id as number;
  };
  const seal = (now = Date.now() + hour) => sealAudit({ db: at.database.db, now: new Date(now) });
  const sealedNames = async () => {
    const { rows } = await at.database.pool.query(
      "select item_name from audit_seal s join audit_log l on l.company_id = s.company_id and l.id = s.audit_id where s.company_id = $1 order by place",
      [company.companyId],
    );
    return rows.map(({ item_name }) => item_name as string);
  };
  const check = async () => {
    for await (const chain of checkChains(at.database.db))
      if (chain.companyId === company.companyId) return chain;
    throw new Error("the company was not checked");
  };
  /** As somebody does who is master of the database: without its triggers. */
  const tamper = async (statement: string, ...values: unknown[]) => {
    const { rowCount } = await at.database.dedicated(async (client) => {
      await client.query(
        "alter table audit_log disable trigger audit_is_final; alter table audit_seal disable trigger audit_is_final",
      );
      const done = await client.query(statement, values);
      await client.query(
        "alter table audit_log enable trigger audit_is_final; alter table audit_seal enable trigger audit_is_final",
      );
      return done;
    });
    expect(rowCount).toBe(1);
  };

  test("holds every row once, in order, and goes on where it ended; nothing differs [AUD-1]", async () => {
    await write("six");
    await seal();
    await seal();
    expect(await sealedNames()).toEqual(["one", "two", "three", "four", "five", "six"]);
    expect(await check()).toMatchObject({
      sealed: 6,
      difference: undefined,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("two processes that seal at once make one chain [AUD-1]", async () => {
    for (const name of ["six", "seven", "eight"]) await write(name);
    await Promise.all([seal(), seal(), seal()]);
    expect(await check()).toMatchObject({ sealed: 8, difference: undefined });
  });

  test("waits ten minutes for clocks that differ [AUD-1]", async () => {
    await write("fresh");
    await seal(Date.now() + 590_000);
    expect(await sealedNames()).not.toContain("fresh");
    await seal(Date.now() + 601_000);
    expect(await sealedNames()).toContain("fresh");
  });

  test.skipIf(engine === "embedded")(
    "waits for a slower transaction, which is not missed [AUD-1]",
    async () => {
      const other = await makeCompany(at.database);
      await at.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query(
          "insert into audit_log (company_id, actor_name, action, item_kind, item_id, item_name) values ($1, 'ada', 'x', 'store', '1', 'slow')",
          [company.companyId],
        );
        await write("quick");
        await seal();
        expect(await sealedNames()).toEqual(["one", "two", "three", "four", "five"]);
        await client.query("commit");
      });
      await seal();
      expect(await sealedNames()).toEqual(["one", "two", "three", "four", "five", "slow", "quick"]);
      expect(await check()).toMatchObject({ sealed: 7, difference: undefined });
      expect(other.companyId).not.toBe(company.companyId);
    },
  );

  const wrongs: [string, ChainDifference["kind"], number, () => Promise<void>][] = [
    [
      "a changed value",
      "changed",
      1,
      () => tamper(`update audit_log set after = '{"volume": 90}' where id = $1`, ids[1]),
    ],
    [
      "a changed author",
      "changed",
      0,
      () => tamper("update audit_log set actor_name = 'eve' where id = $1", ids[0]),
    ],
    [
      "a row that is gone",
      "missing",
      2,
      () => tamper("delete from audit_log where id = $1", ids[2]),
    ],
    [
      "a seal that is gone",
      "inserted",
      3,
      () => tamper("delete from audit_seal where audit_id = $1", ids[3]),
    ],
    [
      "a changed seal",
      "changed",
      4,
      () => tamper("update audit_seal set hash = sha256('x') where audit_id = $1", ids[4]),
    ],
    [
      "a row under a moved seal",
      "changed",
      2,
      () => tamper("update audit_seal set place = 99 where audit_id = $1", ids[2]),
    ],
  ];
  test.each(wrongs)(
    "names %s as the first that is %s, and no other company [AUD-1]",
    async (_, kind, place, wrong) => {
      await wrong();
      expect((await check()).difference).toMatchObject({ kind, auditId: ids[place] });
      const differing: number[] = [];
      const others = await makeCompany(at.database);
      for await (const { companyId, difference } of checkChains(at.database.db))
        if (difference) differing.push(companyId);
      expect(differing).toContain(company.companyId);
      expect(differing).not.toContain(others.companyId);
    },
  );

  test("names a row that was put in between, and sealing does not take it in [AUD-1]", async () => {
    await at.database.pool.query(
      `insert into audit_log (company_id, id, at, actor_name, action, item_kind, item_id) select company_id, 900000000 + id, at, 'eve', 'store changed', 'store', '1'
        from audit_log where id = $1`,
      [ids[1]],
    );
    await seal();
    expect((await check()).difference).toMatchObject({
      kind: "inserted",
      auditId: 900_000_000 + (ids[1] ?? 0),
    });
  });

  test("the nightly job logs a difference as an error and tells the provider's staff [AUD-1]", async () => {
    await tamper("delete from audit_log where id = $1", ids[1]);
    const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    await checkAudit(at.database, logger);
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({
        companyId: company.companyId,
        difference: expect.objectContaining({ kind: "missing", auditId: ids[1] }),
      }),
      expect.any(String),
    );
    const { rows } = await at.database.pool.query(
      "select distinct company_id::int from notification where title like '%audit log of%differs%'",
    );
    expect(rows).toEqual([{ company_id: provider.companyId }]);
  });

  test("the nightly job checks other companies although one cannot be told of [AUD-1]", async () => {
    await tamper("delete from audit_log where id = $1", ids[1]);
    const one = company;
    company = await makeCompany(at.database);
    const id = await write("six");
    await seal();
    await tamper("delete from audit_log where id = $1", id);
    // those of earlier tests differ, too, and come first
    await at.database.pool.query("delete from notification");
    const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    await expect(checkAudit(withCutConnection(at.database), logger)).rejects.toMatchObject({
      message: "not all audit logs were checked",
      errors: [{ message: expect.stringMatching(/^company \d+$/) }],
    });
    for (const { companyId } of [one, company])
      expect(logger.error).toHaveBeenCalledWith(
        expect.objectContaining({ companyId }),
        expect.any(String),
      );
    const { rows } = await at.database.pool.query("select title from notification");
    const title = `The audit log of ${company.name} differs from what was sealed`;
    expect(rows).toContainEqual({ title });
  });

  test("nobody changes or removes a row or a seal [AUD-1]", async () => {
    for (const statement of [
      "update audit_log set actor_name = 'eve'",
      "delete from audit_log",
      "truncate audit_log",
      "update audit_seal set place = 1",
      "delete from audit_seal",
      "truncate audit_seal",
    ])
      await expect(at.database.db.execute(sql.raw(statement)), statement).rejects.toThrow();
    expect(await sealedNames()).toHaveLength(5);
  });
});

test("No code of the platform changes or removes an entry of the audit log [AUD-1]", () => {
  const files = readdirSync("platform", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(ts|sql)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.filter((file) =>
    /\.(update|delete)\((auditLog|auditSeal)\)|(update|delete\s+from|truncate)\s+"?audit_|(update|delete from) \$\{audit(Log|Seal)\}/i.test(
      readFileSync(`platform/${file}`, "utf8"),
    ),
  );
  expect(wrong).toEqual([]);
});
