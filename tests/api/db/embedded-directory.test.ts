import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isUnreachable } from "#platform/db/constraint-error";
import { DirectoryInUse, lockDirectory } from "#platform/db/embedded/directory-lock";
import { openDatabase } from "#platform/db/open-database";
import { openTestDatabase } from "../../support/database.ts";
import { patience } from "../../support/patience.ts";

let directory: string;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "fever-embedded-"));
});
afterEach(async () => {
  for (const child of children) await killed(child);
  await rm(directory, { recursive: true, force: true });
});

describe("the embedded database's directory", () => {
  test("of many that come at once exactly one gets it, stale claims or not", async () => {
    await writeFile(
      join(directory, "database.00000000-0000-4000-8000-000000000000.lock"),
      JSON.stringify(await deadClaim()),
    );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => lockDirectory(directory)),
    );
    const releases = outcomes.flatMap((outcome) =>
      outcome.status === "fulfilled" ? [outcome.value] : [],
    );
    expect(releases).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(DirectoryInUse);
    await releases[0]?.();
    expect(await readdir(directory)).toEqual([]);
  });

  test("a claim counts by its process, and one of another machine always counts", async () => {
    const file = join(directory, "database.00000000-0000-4000-8000-000000000000.lock");
    await writeFile(file, JSON.stringify({ ...(await deadClaim()), pid: process.pid, began: "1" }));
    await (await lockDirectory(directory))();
    await writeFile(file, JSON.stringify({ ...(await deadClaim()), host: "another-machine" }));
    await expect(lockDirectory(directory)).rejects.toThrow(`delete ${file}`);
  });

  test("kill -9 while it is being made leaves nothing that a later start would stumble over", async () => {
    const maker = child("hold", directory);
    await vi.waitFor(async () => expect(await readdir(directory)).toContain("pgdata.new"), {
      timeout: patience,
      interval: 5,
    });
    await maker.kill();
    const database = await openDatabase({ dataDir: directory });
    expect(await database.alive()).toBe(true);
    await database.close();
    expect(await readdir(directory)).toEqual(["pgdata"]);
  });
});

describe("the embedded engine", () => {
  test("once it has died, waiting queries and new ones fail, and it says so", async () => {
    const database = await openTestDatabase("embedded");
    await database.db.execute(sql`select 1`);
    expect(await database.alive()).toBe(true);
    breakEngine(database.pool);
    await expect(database.pool.query("select 2")).rejects.toSatisfy(isUnreachable);
    expect(await database.alive()).toBe(false);
    await expect(database.transaction(async () => {})).rejects.toSatisfy(isUnreachable);
    await expect(database.dump()).rejects.toThrow();
    await database.close();
  });

  test("what cannot be opened is an error, and the directory is free again", async () => {
    await writeFile(join(directory, "pgdata"), "not a directory");
    await expect(openDatabase({ dataDir: directory })).rejects.toThrow();
    expect(await readdir(directory)).toEqual(["pgdata"]);
  });

  test("tables that changed are vacuumed and analysed in the gaps", async () => {
    const messages: string[] = [];
    const note = (_fields: object, message: string) => void messages.push(message);
    const database = await openTestDatabase("embedded", {
      maintenanceInterval: 100,
      logger: { info: note, warn: note, error: note },
    });
    await database.db.execute(
      sql`create table busy as select g as id, 0 as value from generate_series(1, 5000) g`,
    );
    await database.db.execute(sql`update busy set value = 1`);
    const state = sql`select vacuum_count > 0 and analyze_count > 0 and n_dead_tup = 0 as tidy from pg_stat_user_tables where relname = 'busy'`;
    await vi.waitFor(
      async () => expect((await database.db.execute(state)).rows).toEqual([{ tidy: true }]),
      { timeout: patience },
    );
    await vi.waitFor(
      () => expect(messages).toContain("the embedded database was vacuumed"),
      patience,
    );
    await database.transaction(async (tx) => {
      await tx.execute(sql`update busy set value = 2`);
      await tx.execute(sql`select pg_sleep(0.5)`);
      await tx.execute(sql`update busy set value = 3`);
    });
    await database.close();
    expect(
      messages.filter((message) => message.includes("failed") || message.includes("died")),
    ).toEqual([]);
  });
});

/**
 * A start packet that no PostgreSQL accepts makes PGlite throw, as a defect of the engine would.
 */
function breakEngine(pool: { options: object }): void {
  const { stream } = pool.options as { stream: () => NodeJS.WritableStream & { connect(): void } };
  const wire = stream();
  wire.on("error", () => {});
  wire.connect();
  wire.write(Buffer.from([0, 0, 0, 8, 0, 9, 0, 0]));
}

async function deadClaim(): Promise<object> {
  const gone = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => gone.once("exit", resolve));
  return {
    pid: gone.pid,
    host: hostname(),
    since: new Date().toISOString(),
    began: "1",
    held: true,
  };
}

function child(task: string, ...args: string[]) {
  const script = fileURLToPath(new URL("./database-child.ts", import.meta.url));
  const started = spawn(process.execPath, ["--import", "tsx", script, task, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(started);
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
  return {
    process: started,
    async line(): Promise<string> {
      const next = await lines.next();
      if (next.done) throw new Error(`the child ended (${started.exitCode})`);
      return next.value;
    },
    kill: () => killed(started),
  };
}

async function killed(target: ChildProcess): Promise<void> {
  children.delete(target);
  if (target.exitCode !== null || target.signalCode !== null) return;
  const exited = new Promise((resolve) => target.once("exit", resolve));
  target.kill("SIGKILL");
  await exited;
}
