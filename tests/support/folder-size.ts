import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Adds up the files of a folder and those below it, in bytes. */
export async function bytesBelow(folder: string): Promise<number> {
  const sizes = (await readdir(folder, { recursive: true })).map((name) =>
    stat(join(folder, name)).then(({ size }) => size),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
