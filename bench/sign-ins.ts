/**
 * Sign-ins per second of the platform (in process, on PostgreSQL) against argon2id's verification
 * alone, as many at once, in turns; and how often a thousand requests at once with one token that
 * is about to end renew it. Prints one JSON line. Run: npx tsx bench/sign-ins.ts
 */
import { verify } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { renewTokens } from "../app/lib/session/refresh.server.ts";
import { createPlatform } from "../platform/app.ts";
import { folderStore } from "../platform/files/file-store.ts";
import { openMail } from "../platform/mail/mail.ts";
import { hashPassword } from "../platform/modules/session/session.service.ts";
import { perSecond } from "./support/at-once.ts";
import { compared, say } from "./support/figures.ts";
import { makeFolder } from "./support/folder.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { password, seedOrganisation } from "./support/seed.ts";

const rounds = 7;
const each = 160;
const atOnce = 8;
const users = 64;
const runs = Array.from({ length: each });
const companyId = 910;

const { database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: companyId, stores: 1, username: "bench.0" });
await database.db.execute(sql`insert into app_user (company_id, id, username, email, fname, role, level, password_hash)
  select company_id, 1 + n, 'bench.' || n, email, fname, role, level, password_hash from app_user, generate_series(1, ${users - 1}::int) n
  where company_id = ${companyId}`);
await database.db.execute(sql`insert into login (username, company_id, user_id)
  select username, company_id, id from app_user where company_id = ${companyId} and id > 1`);
const { folder, remove } = await makeFolder();
const logger = pino({ level: "silent" });
const secret = "a secret of the bench, long enough for it";
const platform = createPlatform({
  database,
  clock: Date.now,
  logger,
  files: folderStore(folder),
  mail: openMail({ smtpUrl: undefined, from: "bench@example.com", outbox: folder }),
  publicUrl: "http://localhost",
  config: { sessionSecret: secret, appSecret: secret, requestsAMinute: 1200 },
});
const hash = await hashPassword(password);

let people = 0;
const signIn = async () => {
  people++;
  const request = new Request("http://platform/api/auth/signin", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: `bench.${people % users}`, password }),
  });
  const response = await platform.fetch(request, { address: `10.0.0.${people % 250}` });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { data: { accessToken: string; refreshToken: string } }).data;
};

const full: number[] = [];
const alone: number[] = [];
for (let round = 0; round < rounds; round++) {
  full.push(await perSecond(runs, atOnce, signIn));
  alone.push(await perSecond(runs, atOnce, () => verify(hash, password)));
}

const old = await signIn();
let refreshes = 0;
const renewals = Array.from({ length: 1000 }, () =>
  renewTokens(old, async () => {
    refreshes++;
    const headers = { Refresh: `Bearer ${old.refreshToken}` };
    const response = await platform.fetch(
      new Request("http://platform/api/auth/refreshToken", { method: "POST", headers }),
    );
    return ((await response.json()) as { data: typeof old }).data;
  }),
);
const distinct = new Set((await Promise.all(renewals)).map((tokens) => tokens?.accessToken)).size;

await stop();
await remove();
say(
  "sign-ins",
  [
    compared({
      measure: "sign-ins, a second",
      peer: "argon2id alone",
      values: full,
      peers: alone,
      ratios: full.map((value, round) => value / (alone[round] ?? Number.NaN)),
      atLeast: 0.8,
    }),
    {
      measure: "refreshes for 1,000 requests at once with one expired token",
      value: refreshes,
      peer: null,
      ratio: null,
      target: "1",
      reached: refreshes === 1 && distinct === 1,
    },
  ],
  { rounds, each, atOnce },
);
process.exit(0);
