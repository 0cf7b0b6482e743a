import { open } from "node:fs/promises";

const magic = "d0cf11e0a1b11ae1";

/** True if a file is an older Office file, or a newer one under a password. */
export async function isCompound(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return bytesRead === 8 && buffer.toString("hex") === magic;
  } finally {
    await handle.close();
  }
}

/** True if the folder in such a file names one of these streams. Reads a chunk at a time. */
export async function hasStream(path: string, ...names: string[]): Promise<boolean> {
  const marks = names.map((name) => Buffer.from(`${name}\0`, "utf16le"));
  const longest = Math.max(...marks.map(({ length }) => length));
  const handle = await open(path);
  try {
    let before = Buffer.alloc(0);
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      const window = Buffer.concat([before, chunk]);
      if (marks.some((mark) => window.includes(mark))) return true;
      before = window.subarray(-longest);
    }
    return false;
  } finally {
    await handle.close();
  }
}
