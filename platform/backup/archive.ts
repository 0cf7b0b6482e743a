import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise } from "yauzl";
import { ZipFile } from "yazl";
import { z } from "zod";

const manifestName = "manifest.json";
export const databaseEntry = "database";
export const filesBelow = "files/";

const Part = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });
type Part = z.output<typeof Part>;
const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  engine: z.enum(["embedded", "postgres"]),
  /** Rows by table at the moment of the backup. */
  rows: z.record(z.string(), z.int()),
  parts: z.array(Part),
});
export type Manifest = z.output<typeof Manifest>;

/**
 * Writes a backup: the parts one after the other as a zip archive, then a manifest with the
 * checksum of each. It appears at `path` whole or not at all, readable by its owner alone.
 * @param parts name and bytes of each; the next is asked for when the one before is written.
 */
export async function writeArchive(
  path: string,
  parts: AsyncIterable<{ name: string; bytes: () => Readable; compress: boolean }>,
  about: () => Omit<Manifest, "format" | "parts">,
): Promise<Manifest> {
  const zip = new ZipFile();
  const draft = `${path}.part`;
  const written = pipeline(zip.outputStream, createWriteStream(draft, { mode: 0o600, flags: "w" }));
  const failed = new Promise<never>((_, reject) => {
    (zip as unknown as NodeJS.EventEmitter).once("error", reject);
    written.catch(reject);
  });
  const partList: Part[] = [];
  const add = async () => {
    for await (const { name, bytes, compress } of parts)
      await new Promise<void>((resolve, reject) => {
        const measured = measure(name, (part) => {
          partList.push(part);
          resolve();
        });
        pipeline(bytes(), measured).catch(reject);
        zip.addReadStream(measured, name, { compress });
      });
    const manifest: Manifest = { format: 1, ...about(), parts: partList };
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName);
    zip.end();
    await written;
    return manifest;
  };
  try {
    const manifest = await Promise.race([add(), failed]);
    await rename(draft, path);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export type Backup = {
  manifest: Manifest;
  /** The bytes of a part; an error where they are not those that were written. */
  open(part: Part): Promise<Readable>;
  close(): void;
};

/**
 * Opens a backup and reads all of it once. Throws if it is none, or a part is missing or has
 * changed.
 */
export async function openBackup(path: string): Promise<Backup> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(
    (error: Error) => {
      throw new Error(`${path} is no backup: ${error.message}`);
    },
  );
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const read = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (!entry) throw new Error(`the backup has no ${name}`);
      return zip.openReadStreamPromise(entry);
    };
    const manifest = Manifest.parse(
      JSON.parse(Buffer.concat(await (await read(manifestName)).toArray()).toString()),
    );
    const open = async (part: Part): Promise<Readable> => {
      const source = await read(part.name);
      const checked = measure(part.name, ({ bytes, sha256 }) => {
        if (bytes !== part.bytes || sha256 !== part.sha256)
          throw new Error(`${part.name} in the backup is damaged`);
      });
      source.once("error", (error) =>
        checked.destroy(new Error(`${part.name} in the backup is damaged: ${error.message}`)),
      );
      return source.pipe(checked);
    };
    for (const part of manifest.parts) for await (const _ of await open(part));
    return { manifest, open, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/**
 * Passes bytes on and, at their end, reports their number and checksum; an error thrown by `done`
 * becomes the stream's error.
 */
function measure(name: string, done: (part: Part) => void): Transform {
  const hash = createHash("sha256");
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk);
      bytes += chunk.length;
      pass(null, chunk);
    },
    flush(pass) {
      try {
        done({ name, bytes, sha256: hash.digest("hex") });
        pass();
      } catch (error) {
        pass(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}
