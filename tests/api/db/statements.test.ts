import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { anyEngine, openTestDatabase } from "../../support/database.ts";
import { openJudge } from "../../support/statements.ts";

let database: Database;
let judge: Awaited<ReturnType<typeof openJudge>>;
beforeAll(async () => {
  database = await openTestDatabase(anyEngine);
  await ensurePartitions(database.db, new Date());
  judge = await openJudge(database);
});
afterAll(async () => {
  judge.close();
  await database.close();
});

test.each([
  ["a parameter", "select 1 from store where company_id = $1 and id = $2", []],
  [
    "a constant of a download",
    "COPY (select 1 from store where company_id = '7') TO STDOUT (FORMAT csv)",
    [],
  ],
  [
    "a join",
    "select 1 from store s left join zone z on z.company_id = s.company_id and z.id = s.zone_id where s.company_id = $1",
    [],
  ],
  [
    "a list of the statement's own",
    "select 1 from unnest($1::bigint[]) c join store s on s.company_id = c",
    [],
  ],
  [
    "a CTE",
    "with s as materialized (select * from store where company_id = $1) select 1 from zone z join s using (company_id)",
    [],
  ],
  [
    "each of two alternatives",
    "select 1 from store where (company_id = $1 and id = $2) or (company_id = $3 and code = $4)",
    [],
  ],
  ["its rows", "insert into library_revision (company_id, revision) values ($1, 1)", []],
  ["a reference table needs none", "select 1 from song where id = $1", []],
  ["none", "select 1 from store where id = $1", ["store"]],
  ["none, of what it changes", "update store set name = $1 where id = $2", ["store"]],
  ["none, of what it removes", "delete from play_log where event_id = $1", ["play_log"]],
  [
    "none, though they are joined by it",
    "select 1 from store s join zone z on z.company_id = s.company_id",
    ["store", "zone"],
  ],
  [
    "only one of two alternatives",
    "select 1 from store where company_id = $1 or code = $2",
    ["store"],
  ],
  ["a comparison", "select 1 from store where company_id > $1", ["store"]],
  [
    "none in the sub-select",
    "select (select count(*) from zone) from store where company_id = $1",
    ["zone"],
  ],
  [
    "a login, which says no company itself",
    "select 1 from login l join app_user u using (company_id) where l.username = $1",
    ["app_user"],
  ],
] as const)("A statement names its company: by %s [SCL-1]", async (_, text, untied) => {
  expect(await judge.findUntied(text)).toEqual(untied);
});
