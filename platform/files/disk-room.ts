import { randomUUID } from "node:crypto";
import { mkdir, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { uploads } from "#contract/base/uploads";

/** A disk that takes the largest upload there is can take any. */
const largestUpload = Math.max(...Object.values(uploads).map(({ bytes }) => bytes));
/** Milliseconds for which an answer is given again: readiness is asked every few seconds. */
const keptFor = 10_000;
/**
 * Milliseconds within which a disk must answer. One that hangs, as network drives do, cannot take
 * files.
 */
const answersWithin = 3_000;
const answers = new Map<string, { at: number; hasRoom: Promise<boolean> }>();

/**
 * True if a folder is writable and has room for any upload. One that was full must have room for
 * two, so that the answer does not change with each file that comes and goes. Tries it with a file
 * of one byte, at most six times a minute.
 */
export function hasRoom(folder: string): Promise<boolean> {
  const before = answers.get(folder);
  if (before && Math.abs(Date.now() - before.at) < keptFor) return before.hasRoom;
  const tried = tryWriting(folder, before?.hasRoom).catch(() => false);
  const answer = {
    at: Date.now(),
    hasRoom: Promise.race([tried, setTimeout(answersWithin, false, { ref: false })]),
  };
  answers.set(folder, answer);
  return answer.hasRoom;
}

async function tryWriting(
  folder: string,
  hadRoom: Promise<boolean> = Promise.resolve(true),
): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < ((await hadRoom) ? largestUpload : 2 * largestUpload)) return false;
  const path = join(folder, `.room-${randomUUID()}`);
  try {
    const handle = await open(path, "wx");
    await handle.writeFile("x").finally(() => handle.close());
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * True if files can be accepted: the file store takes them, and this process's disk has room for
 * them while they are checked.
 */
export const takesFiles = async (files: { takesFiles(): Promise<boolean> }): Promise<boolean> =>
  (await Promise.all([files.takesFiles(), hasRoom(tmpdir())])).every(Boolean);

/**
 * A disk that is full, over a quota, broken or read-only: the sender of a file that could not be
 * written is not at fault.
 */
const ofDisk = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && ofDisk.has(String(error.code))) || isDiskError(error.cause));
