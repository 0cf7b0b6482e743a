import type { FileStore } from "./file-store.ts";

/** The bytes of a small object, whole; undefined if there is no such object. */
export async function readObject(files: FileStore, key: string): Promise<Buffer | undefined> {
  const object = await files.stat(key);
  if (!object) return undefined;
  const stream = files.open(key, { start: 0, end: object.bytes - 1 });
  return Buffer.from(await new Response(stream).arrayBuffer());
}
