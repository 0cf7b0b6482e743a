import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import S3rver from "s3rver";
import { migrate } from "#platform/db/migrate";
import { openDatabase } from "#platform/db/open-database";
import { connectQuery } from "#platform/db/pooler";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { type BuiltServer, startServer } from "./built-server.ts";
import { patience } from "./patience.ts";
import { freePort, startPostgresCluster, startReplica } from "./postgres-server.ts";
import {
  isInstalled,
  makeCertificate,
  type Program,
  startHaproxy,
  startPgBouncer,
  until,
} from "./programs.ts";

/** Lists the programs of the site that this machine lacks; empty if the site can start. */
export async function findMissing(): Promise<string[]> {
  const programs = await Promise.all(
    ["haproxy", "pgbouncer", "openssl"].map(async (name) =>
      (await isInstalled(name)) ? [] : [name],
    ),
  );
  return programs.flat();
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Starts all of docs/scaling.md on one machine: HAProxy before two processes of pages and two of
 * the platform, which connect through two PgBouncers to a primary that waits for its streaming
 * replica at each commit; files are in S3.
 */
export async function startSite() {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const work of closing.splice(0).reverse()) await work();
  };
  try {
    const primary = await startPostgresCluster();
    if (!primary) throw new Error("there is no PostgreSQL");
    closing.push(() => primary.stop());
    const replica = await startReplica(primary.url, { hot_standby_feedback: "on" });
    closing.push(() => replica.stop());
    const client = new pg.Client({ connectionString: primary.url });
    client.on("error", () => {});
    await client.connect();
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query("select pg_reload_conf()");
    await until(async () => {
      const { rows } = await client.query<{ sync_state: string }>(
        "select sync_state from pg_stat_replication",
      );
      if (rows[0]?.sync_state !== "sync") throw new Error("the replica does not follow");
    }, patience);
    await client.end();

    const folder = await mkdtemp(join(tmpdir(), "fever-site-"));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const store = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: join(folder, "s3"),
      configureBuckets: [{ name: "fever", configs: [] }],
    });
    const { port: storePort } = (await store.run()) as AddressInfo;
    closing.push(() => store.close());

    const port = await freePorts(11);
    const [site = 0, secure = 0, pooler = 0, primaryPort = 0, replicaPort = 0, ...rest] = port;
    const web = rest.slice(0, 2);
    const api = rest.slice(2, 4);
    const poolers = rest.slice(4, 6);
    const ports = {
      site,
      secure,
      pooler,
      primary: primaryPort,
      replica: replicaPort,
      web,
      api,
      poolers,
      databases: [primary, replica].map(({ url }) => Number(new URL(url).port)),
    };
    const haproxy = await startHaproxy(ports, await makeCertificate(folder));
    closing.push(() => haproxy.kill());
    const bouncers: Program[] = await Promise.all(
      poolers.map((each) => startPgBouncer(each, primaryPort, connectQuery)),
    );
    closing.push(() => Promise.all(bouncers.map((each) => each.kill())));

    const urlOn = (port: number) => `postgresql://postgres@127.0.0.1:${port}/postgres`;
    // until its first checks, HAProxy also takes the replica for a primary
    await until(() => expectServer(urlOn(primaryPort), false), 10_000);
    await until(() => expectServer(urlOn(replicaPort), true), 10_000);
    const database = await openDatabase({ url: urlOn(primaryPort) });
    closing.push(() => database.close());
    await migrate(database);
    await ensurePartitions(database.db, new Date());
    const origin = `http://127.0.0.1:${site}`;
    const common = {
      PLATFORM_SHARED_KEY: "a key that pages and platform know",
      PROXY_HOPS: "1",
      PUBLIC_URL: origin,
      REQUESTS_PER_MINUTE: "1000000",
    };
    const platform = (PORT: number) =>
      startServer({
        ...common,
        PORT: String(PORT),
        DATA_DIR: folder,
        FILES_URL: `s3+http://S3RVER:S3RVER@127.0.0.1:${storePort}/fever`,
        DATABASE_URL: urlOn(primaryPort),
        DATABASE_POOLER_URL: urlOn(pooler),
        DATABASE_REPLICA_URL: urlOn(replicaPort),
        DATABASE_REPLICA_LAG: "1",
      });
    const pages = (PORT: number) =>
      startServer({ ...common, PORT: String(PORT), DATA_DIR: folder, PLATFORM_API_URL: origin });
    const started: Promise<BuiltServer>[] = [...api.map(platform), ...web.map(pages)];
    closing.push(async () => {
      for (const server of await Promise.allSettled(started))
        if (server.status === "fulfilled") await server.value.end("SIGKILL");
    });
    const servers = await Promise.all(started);
    const [apiOne, apiTwo, webOne, webTwo] = servers as [
      BuiltServer,
      BuiltServer,
      BuiltServer,
      BuiltServer,
    ];
    await until(async () => {
      for (const path of ["/api/ready", "/login"])
        if (!(await fetch(origin + path)).ok) throw new Error(`${path} does not answer`);
    }, patience);
    const onReplica = async (query: string) => {
      const client = new pg.Client({ connectionString: replica.url });
      await client.connect();
      await client.query(query).finally(() => client.end());
    };
    return {
      origin,
      secureOrigin: `https://127.0.0.1:${secure}`,
      database,
      onReplica,
      primary,
      replica,
      bouncers,
      api: [apiOne, apiTwo] as const,
      web: [webOne, webTwo] as const,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws unless ten connections in a row reach a replica, or all reach the primary. */
async function expectServer(url: string, isReplica: boolean): Promise<void> {
  for (let n = 0; n < 10; n++) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client
      .query<{ recovering: boolean }>("select pg_is_in_recovery() as recovering")
      .finally(() => client.end());
    if (rows[0]?.recovering !== isReplica) throw new Error(`${url} leads to another server`);
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
