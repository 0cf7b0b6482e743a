import { createHash } from "node:crypto";
import { mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import Busboy, { type BusboyFileStream } from "@fastify/busboy";
import { messages } from "#contract/base/messages";
import { Refusal } from "../http/refusal.ts";

/** Folders of uploads begin with this, in the system's folder for temporary files. */
export const spoolPrefix = "fever-upload-";

export type SpoolLimits = {
  /** Of one file; what is longer is marked as cut and keeps none of its bytes. */
  fileBytes: number;
  /** Of all files together. */
  bytes: number;
  files: number;
  fields: number;
  /** Of all text fields together. */
  fieldBytes: number;
  /** Of the whole body: beyond what may be kept it is read on, so that the sender gets an answer with what was typed, but not for ever. */
  read: number;
};

export type SpooledFile = {
  field: string;
  /** As it was sent. */
  name: string;
  path: string;
  bytes: number;
  sha256: string;
  /** It was longer than it may be. */
  cut: boolean;
};

export type Spooled = {
  /** Text fields in their order. */
  fields: [name: string, value: string][];
  files: SpooledFile[];
  tooManyFiles: boolean;
  tooManyFields: boolean;
  /** Takes the files away again: whoever asked for them calls it, whatever happened. */
  remove(): Promise<void>;
};

/**
 * Reads a multipart/form-data body, its files into a folder of its own, a chunk in memory at a time. Too large or too many files are
 * told by marks. Throws a Refusal: 400 for a body that broke off or is no such form, 413 for one far too long; then, and
 * where the disk fails, nothing is left behind.
 */
export async function spool(request: Request, limits: SpoolLimits): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), spoolPrefix));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await read(request, folder, limits)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Removes what processes that were killed have left, a day later; for the start of the next. */
export async function forgetOldSpools(): Promise<void> {
  const yesterday = Date.now() - 86_400_000;
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(spoolPrefix))) {
    const path = join(tmpdir(), name);
    const stats = await stat(path).catch(() => undefined); // another process may be doing the same
    if (stats && stats.mtimeMs < yesterday) await rm(path, { recursive: true, force: true });
  }
}

async function read(request: Request, folder: string, limits: SpoolLimits): Promise<Omit<Spooled, "remove">> {
  const contents: Omit<Spooled, "remove"> = { fields: [], files: [], tooManyFiles: false, tooManyFields: false };
  const saving: Promise<void>[] = [];
  const open = new Set<BusboyFileStream>();
  const stop = new AbortController();
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const stream of open) stream.destroy();
    stop.abort();
  };
  let fieldBytes = 0;
  let keptBytes = 0;
  /** Whether so many bytes more of a file that has `already` may be kept. */
  const fits = (already: number, more: number) => {
    const isWithin = already + more <= limits.fileBytes && keptBytes + more <= limits.bytes;
    if (isWithin) keptBytes += more;
    return isWithin;
  };

  const parser = parserOf(request, limits);
  parser.on("fieldsLimit", () => {
    contents.tooManyFields = true;
  });
  parser.on("partsLimit", () => {
    contents.tooManyFields = true;
  });
  parser.on("field", (name: string | undefined, value) => {
    if (name === undefined) return;
    fieldBytes += name.length + value.length;
    if (fieldBytes > limits.fieldBytes) fail(new Refusal(413, "The form is larger than 1 MB."));
    else contents.fields.push([name, value]);
  });
  parser.on("file", (field: string | undefined, stream, name) => {
    stream.on("error", () => fail(unreadable())); // it breaks off in the middle of this file
    if (name) contents.tooManyFiles ||= contents.files.length >= limits.files;
    if (!name || contents.tooManyFiles) return void stream.resume(); // without a name: nothing was chosen
    const file = { field: field ?? "", name, path: join(folder, String(contents.files.length)), bytes: 0, sha256: "", cut: false };
    contents.files.push(file);
    open.add(stream);
    saving.push(
      save(stream, file, fits)
        .catch(fail)
        .finally(() => open.delete(stream)),
    );
  });
  await pipeline(chunksOf(request, limits.read), parser, { signal: stop.signal }).catch((error) =>
    fail(error instanceof Refusal ? error : unreadable()),
  );
  await Promise.all(saving);
  if (failure !== undefined) throw failure;
  return contents;
}

function parserOf({ headers }: Request, { fields, fieldBytes }: SpoolLimits) {
  const limits = { fields, fieldSize: fieldBytes, fieldNameSize: 200, parts: fields + 100, headerSize: 16 * 1024, headerPairs: 20 };
  try {
    return new Busboy({ headers: { "content-type": headers.get("Content-Type") ?? "" }, limits });
  } catch {
    throw unreadable(); // no multipart, or no boundary
  }
}

const unreadable = () => new Refusal(400, "The upload could not be read: it broke off, or is no multipart/form-data.");

async function* chunksOf({ body }: Request, most: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    let bytes = 0;
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      bytes += next.value.byteLength;
      if (bytes > most) throw new Refusal(413, messages.fileTooLarge, [{ field: "file", message: messages.fileTooLarge }]);
      yield next.value;
    }
  } finally {
    reader?.releaseLock(); // not cancelled: that would end the connection before the sender has the answer
  }
}

async function save(stream: AsyncIterable<Uint8Array>, file: SpooledFile, fits: (already: number, more: number) => boolean): Promise<void> {
  const handle = await open(file.path, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    for await (const chunk of stream) {
      file.cut ||= !fits(file.bytes, chunk.byteLength);
      if (file.cut) continue;
      hash.update(chunk);
      await handle.appendFile(chunk);
      file.bytes += chunk.byteLength;
    }
    if (file.cut) await handle.truncate(0);
    file.sha256 = hash.digest("hex");
  } finally {
    await handle.close();
  }
}
