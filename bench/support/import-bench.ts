import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ImportRun } from "../../contract/imports/endpoints.ts";
import { compared, type Figure, limited, stated } from "./figures.ts";
import { residentMemory, type ServerProcess } from "./processes.ts";

type ImportBench = {
  server: ServerProcess;
  token: string;
  databaseUrl: string;
  /** Leads to the import's calls, below /api. */
  path: string;
  rows: number;
  rounds: number;
  /** A round's file, each row of which adds something. */
  csvOf: (round: number) => string;
  /** The same file as .xlsx; its dry run is then compared with the CSV's. */
  xlsxOf?: (round: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** The same rows for a bare COPY FROM into the same table, which is rolled back. */
  copy: { statement: string; linesOf: (round: number) => string };
  /** Limits what the import may need in memory, in MB. */
  memory: number;
};

const warmUps = 2;

/**
 * Measures dry run and commit of an import in rows a second, each against a bare COPY FROM of the
 * same rows, after some warm-up: a new process grows its heap once to the size that an import
 * needs, for 20,000 rows as for 48,000. Its peak memory is stated.
 */
export async function compareImport({
  server,
  token,
  databaseUrl,
  path,
  rows,
  rounds,
  csvOf,
  xlsxOf,
  copy,
  memory,
}: ImportBench): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const [dryRuns, commits, copies, xlsxRuns]: [number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
  ];
  const memories: Memory[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const workbook = await xlsxOf?.(round); // made before anything is measured
    const used = await watched(server.pid, async () => {
      if (workbook) {
        const [checked, dryRun] = await timed(() => send(new File([workbook], "bench.xlsx")));
        if (checked.toAdd !== rows)
          throw new Error(`the dry run of .xlsx would add ${checked.toAdd} of ${rows}`);
        if (round >= 0) xlsxRuns.push(dryRun);
      }
      const [checked, dryRun] = await timed(() => send(new File([csvOf(round)], "bench.csv")));
      if (checked.toAdd !== rows)
        throw new Error(`the dry run would add ${checked.toAdd} of ${rows}`);
      const [applied, commit] = await timed(() => ask(`${path}/${checked.id}/apply`));
      if (applied.state !== "applied") throw new Error("not applied");
      if (round >= 0) dryRuns.push(dryRun);
      if (round >= 0) commits.push(commit);
    });
    const lines = copy.linesOf(round);
    const [, milliseconds] = await timed(() => copyAlone(lines));
    if (round < 0) continue;
    copies.push(milliseconds);
    memories.push(used);
  }
  await client.end();
  const perSecond = (values: number[]) => values.map((ms) => (rows / ms) * 1000);
  const beside = (measure: string, values: number[]) =>
    compared({
      measure: `${measure}, rows a second`,
      peer: "COPY FROM of the same rows",
      values: perSecond(values),
      peers: perSecond(copies),
      ratios: values.map((ms, i) => (copies[i] ?? Number.NaN) / ms),
    });
  const highest = (of: keyof Memory) => Math.max(...memories.map((used) => used[of])) / 2 ** 20;
  const growth = limited("peak memory growth", highest("growth"), memory, "MB");
  const peak = stated("memory of the process at its peak", highest("peak"), "MB");
  const xlsx = compared({
    measure: "dry run of .xlsx, rows a second",
    peer: "dry run of the same rows as CSV",
    values: perSecond(xlsxRuns),
    peers: perSecond(dryRuns),
    ratios: xlsxRuns.map((ms, i) => (dryRuns[i] ?? Number.NaN) / ms),
  });
  return [
    beside("dry run", dryRuns),
    beside("commit", commits),
    ...(xlsxOf ? [xlsx] : []),
    growth,
    peak,
  ];

  async function send(file: File): Promise<ImportRun> {
    const form = new FormData();
    form.append("file", file);
    return ask(path, form);
  }

  async function ask(to: string, body?: FormData): Promise<ImportRun> {
    const response = await fetch(`${server.url}/api${to}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      ...(body && { body }),
    });
    const answer = (await response.json()) as { message: string; data: ImportRun };
    if (!response.ok) throw new Error(`${to} answered ${response.status}: ${answer.message}`);
    return answer.data;
  }

  async function copyAlone(lines: string): Promise<void> {
    await client.query("begin");
    await pipeline(Readable.from([lines]), client.query(copyFrom(copy.statement)));
    await client.query("rollback");
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
}

/**
 * A process's resident memory at its peak while work runs, and how far that is above where it
 * stood, in bytes.
 */
type Memory = { peak: number; growth: number };
async function watched(pid: number, work: () => Promise<void>): Promise<Memory> {
  const baseline = await residentMemory(pid);
  let peak = baseline;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentMemory(pid).catch(() => 0));
  }, 20);
  await work().finally(() => clearInterval(watch));
  return { peak, growth: peak - baseline };
}
