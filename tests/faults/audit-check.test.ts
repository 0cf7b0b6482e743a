import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openDatabase } from "#platform/db/open-database";
import { audit, sealAudit, systemActor } from "#platform/modules/audit/index";
import { secrets } from "../support/built-server.ts";
import { makeCompany } from "../support/companies.ts";
import { anyServerDatabase, openTestDatabase } from "../support/database.ts";

const run = promisify(execFile);

test("npm run audit:check says that the logs are as sealed, and after somebody changed one names the entry and fails [AUD-1]", async () => {
  const directory = await mkdtemp(join(tmpdir(), "fever-audit-"));
  const settings = await anyServerDatabase();
  const dataDir = join(directory, "database");
  const open = () =>
    settings.DATABASE_URL
      ? openDatabase({ url: settings.DATABASE_URL })
      : openTestDatabase("embedded", { dataDir });
  const check = () =>
    run("npm", ["run", "--silent", "audit:check"], {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      env: {
        NODE_ENV: "production",
        PATH: process.env.PATH,
        ...secrets,
        ...settings,
        DATA_DIR: directory,
      },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  try {
    const database = await open();
    const { companyId, name } = await makeCompany(database);
    const entry = {
      companyId,
      action: "store changed",
      itemKind: "store",
      itemId: 1,
      after: { volume: 60 },
    };
    await database.transaction((tx) => audit(tx, systemActor(), [entry, entry]));
    await sealAudit({ db: database.db, now: new Date(Date.now() + 3_600_000) });
    await database.close();
    const right = await check();
    expect(right).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        `^${name}: 2 entries as sealed, the last with [0-9a-f]{64}\\.\n`,
      ),
    });
    expect(right.stdout).toContain("The audit logs of all companies are as they were sealed.");
    const again = await open();
    await again.dedicated(async (client) => {
      await client.query("alter table audit_log disable trigger audit_is_final");
      await client.query(
        `update audit_log set after = '{"volume": 90}' where id = (select max(id) from audit_log)`,
      );
      await client.query("alter table audit_log enable trigger audit_is_final");
    });
    await again.close();
    const { code, stdout } = await check();
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^${name}: entry \\d+ of [\\dTZ.:-]+ is the first that differs: changed\\.`),
      ),
    ]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
