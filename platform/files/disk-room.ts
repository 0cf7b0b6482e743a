import { randomUUID } from "node:crypto";
import { mkdir, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uploads } from "#contract/base/uploads";

/** A disk that takes the largest upload there is can take any. */
const largestUpload = Math.max(...Object.values(uploads).map(({ bytes }) => bytes));
/** Milliseconds for which an answer is given again: readiness is asked every few seconds. */
const keptFor = 10_000;
const answers = new Map<string, { at: number; hasRoom: Promise<boolean> }>();

/** Whether a folder can be written and has room for any upload. It is tried by a file of one byte, six times a minute at the most. */
export function hasRoom(folder: string): Promise<boolean> {
  const known = answers.get(folder);
  if (known && Math.abs(Date.now() - known.at) < keptFor) return known.hasRoom;
  const answer = { at: Date.now(), hasRoom: tryWriting(folder).catch(() => false) };
  answers.set(folder, answer);
  return answer.hasRoom;
}

async function tryWriting(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < largestUpload) return false;
  const path = join(folder, `.room-${randomUUID()}`);
  try {
    const handle = await open(path, "wx");
    await handle.writeFile("x").finally(() => handle.close());
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

/** Whether files can be taken in: those that are kept, and those that lie on this process's disk while they are looked at. */
export const takesFiles = async (files: { takesFiles(): Promise<boolean> }): Promise<boolean> =>
  (await Promise.all([files.takesFiles(), hasRoom(tmpdir())])).every(Boolean);

/** A disk that is full, over a quota, broken or only to be read: what could not be written is nobody's fault who sent it. */
const ofDisk = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error && (("code" in error && ofDisk.has(String(error.code))) || isDiskError(error.cause));
