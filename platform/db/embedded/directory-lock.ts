import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

interface Claim {
  pid: number;
  host: string;
  /** When the holder opened the directory, ISO 8601. */
  since: string;
  /**
   * When the process began, in the kernel's ticks: distinguishes it from a later one with the
   * same number.
   */
  began: string;
  /** False while its process still looks for others. */
  held: boolean;
}

/**
 * Another process has the data directory: two at once would lose each other's rows without any
 * error.
 */
export class DirectoryInUse extends Error {
  override name = "DirectoryInUse";
  constructor(
    directory: string,
    readonly pid: number,
    readonly host: string,
    readonly since: string,
    file: string,
  ) {
    super(
      `${directory} is in use by process ${pid} on ${host} since ${since}. Stop it first.` +
        (host === hostname() ? "" : ` If that machine is gone for good, delete ${file}.`),
    );
  }
}

const CLAIM = /^database\.[0-9a-f-]+\.lock$/;
const ATTEMPTS = 20;

/**
 * Takes the directory for this process and returns the function that gives it back. Makes it when
 * it is missing. Each process puts down a claim of its own, never a shared name, and only then
 * looks for others: of two that come at once at least one sees the other, and a stale claim can be
 * deleted without ever hitting a fresh one. Throws DirectoryInUse.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt++) {
    const file = join(directory, `database.${randomUUID()}.lock`);
    const claim: Claim = {
      pid: process.pid,
      host: hostname(),
      since: new Date().toISOString(),
      began: await begin(process.pid),
      held: false,
    };
    await writeClaim(file, claim);
    const other = await otherClaim(directory, file);
    if (!other) {
      await writeClaim(file, { ...claim, held: true });
      return () => rm(file, { force: true });
    }
    await rm(file, { force: true });
    if (other.claim.held || attempt === ATTEMPTS) {
      throw new DirectoryInUse(
        directory,
        other.claim.pid,
        other.claim.host,
        other.claim.since,
        other.file,
      );
    }
    await pause(Math.random() * 50); // both came at once and both stepped back
  }
}

/** A claim is seen whole or not at all. */
async function writeClaim(file: string, claim: Claim): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, JSON.stringify(claim), { mode: 0o600 });
  await rename(draft, file);
}

async function otherClaim(
  directory: string,
  own: string,
): Promise<{ claim: Claim; file: string } | undefined> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name);
    if (!CLAIM.test(name) || file === own) continue;
    const claim = await read(file);
    if (claim && (await alive(claim))) return { claim, file };
    await rm(file, { force: true });
  }
  return undefined;
}

/** Undefined if it was released in the meantime, or cut short by a power failure. */
async function read(file: string): Promise<Claim | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

async function alive({ pid, host, began }: Claim): Promise<boolean> {
  if (host !== hostname()) return true; // cannot be known from here
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return began === (await begin(pid));
}

/** Empty where the system has no /proc; then the number alone counts. */
async function begin(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
