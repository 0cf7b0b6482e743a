import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Sums the bytes of all files in a folder and its subfolders. */
export async function bytesBelow(folder: string): Promise<number> {
  const sizes = (await readdir(folder, { recursive: true })).map((name) =>
    stat(join(folder, name)).then(({ size }) => size),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
