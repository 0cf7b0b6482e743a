import { createHash } from "node:crypto";
import { type FileHandle, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import Busboy, { type BusboyFileStream } from "@fastify/busboy";
import { messages } from "#contract/base/messages";
import { Refusal } from "../base/refusal.ts";
import { type Share, uploadRoom } from "./upload-room.ts";

/** Folders of uploads begin with this, in the system's folder for temporary files. */
export const spoolPrefix = "fever-upload-";

export type SpoolLimits = {
  /** Limits one file; a longer one is marked as cut and keeps none of its bytes. */
  fileBytes: number;
  /** Limits all files together. */
  bytes: number;
  files: number;
  fields: number;
  /** Limits all text fields together. */
  fieldBytes: number;
  /**
   * Limits the whole body. Beyond the other limits it is read and thrown away, up to this size, so
   * that the sender gets an answer about what they typed.
   */
  read: number;
};

export type SpooledFile = {
  field: string;
  /** The name as sent. */
  name: string;
  path: string;
  bytes: number;
  sha256: string;
  /** It was longer than it may be. */
  cut: boolean;
};

export type SpooledForm = {
  /** Text fields in their order. */
  fields: [name: string, value: string][];
  files: SpooledFile[];
  tooManyFiles: boolean;
  tooManyFields: boolean;
  /**
   * Why files could not be kept, through no fault of theirs: 429 where too much is being uploaded,
   * 503 where the disk fails. Fields are read all the same.
   */
  unkept?: Refusal;
  /** Removes the files. The caller must call it, whatever happened. */
  remove(): Promise<void>;
};

/**
 * Reads a multipart/form-data body, its files into a temporary folder, a chunk in memory at a
 * time. Marks report too large or too many files, and files that could not be kept. Throws a
 * Refusal: 400 for a body that broke off or is no such form, 413 for one far too long; then nothing
 * is left behind. `person` is a key that identifies the sender.
 */
export async function spool(
  request: Request,
  limits: SpoolLimits,
  person = "a visitor",
  room = uploadRoom,
): Promise<SpooledForm> {
  let folderPath: Promise<string> | undefined;
  const folder = () => {
    folderPath ??= mkdtemp(join(tmpdir(), spoolPrefix));
    return folderPath;
  };
  const share = room.share(person);
  const remove = async () => {
    const path = await folderPath?.catch(() => undefined); // it could not be made
    if (path !== undefined) await rm(path, { recursive: true, force: true });
    share.giveBack();
  };
  try {
    return { ...(await read(request, { folder, share, limits })), remove };
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

type Contents = Omit<SpooledForm, "remove">;
type Place = { folder: () => Promise<string>; share: Share; limits: SpoolLimits };

async function read(request: Request, { folder, share, limits }: Place): Promise<Contents> {
  const contents: Contents = {
    fields: [],
    files: [],
    tooManyFiles: false,
    tooManyFields: false,
  };
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
  /** True if this many more bytes of a file that has `already` may be kept. */
  const fits = (already: number, more: number) => {
    const isWithin = already + more <= limits.fileBytes && keptBytes + more <= limits.bytes;
    if (isWithin) keptBytes += more;
    return isWithin;
  };
  const drop = async (open: FileHandle | undefined) => {
    // before any await: bytes of another upload may arrive during it
    share.giveBack();
    await open?.truncate(0);
    await rm(await folder(), { recursive: true, force: true });
  };

  const parser = parserOf(request, limits);
  const refuseMore = () => {
    contents.tooManyFields = true;
  };
  parser.on("fieldsLimit", refuseMore);
  parser.on("partsLimit", refuseMore);
  parser.on("field", (name: string | undefined, value) => {
    if (name === undefined) return;
    fieldBytes += name.length + value.length;
    if (fieldBytes > limits.fieldBytes) fail(new Refusal(413, "The form is larger than 1 MB."));
    else contents.fields.push([name, value]);
  });
  parser.on("file", (field: string | undefined, stream, name) => {
    stream.on("error", () => fail(unreadable())); // it breaks off in the middle of this file
    if (name) contents.tooManyFiles ||= contents.files.length >= limits.files;
    // without a name: nothing was chosen
    if (!name || contents.tooManyFiles) return void stream.resume();
    const file = {
      field: field ?? "",
      name,
      path: "",
      bytes: 0,
      sha256: "",
      cut: limits.fileBytes === 0,
    };
    const fileName = String(contents.files.length);
    contents.files.push(file);
    open.add(stream);
    saving.push(
      save(stream, file, {
        contents,
        share,
        fits,
        drop,
        pathOf: async () => join(await folder(), fileName),
      })
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
  const limits = {
    fields,
    fieldSize: fieldBytes,
    fieldNameSize: 200,
    parts: fields + 100,
    headerSize: 16 * 1024,
    headerPairs: 20,
  };
  try {
    return new Busboy({ headers: { "content-type": headers.get("Content-Type") ?? "" }, limits });
  } catch {
    throw unreadable(); // no multipart, or no boundary
  }
}

const unreadable = () =>
  new Refusal(
    400,
    "The upload could not be read: it was interrupted, or it is not multipart/form-data.",
  );

async function* chunksOf({ body }: Request, most: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    let bytes = 0;
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      bytes += next.value.byteLength;
      if (bytes > most)
        throw new Refusal(413, messages.fileTooLarge, [
          { field: "file", message: messages.fileTooLarge },
        ]);
      yield next.value;
    }
  } finally {
    // not cancelled: that would end the connection before the sender has the answer
    reader?.releaseLock();
  }
}

type SpoolContext = {
  contents: Pick<SpooledForm, "unkept">;
  share: Share;
  fits: (already: number, more: number) => boolean;
  pathOf: () => Promise<string>;
  /**
   * Frees the room of the whole upload at once, so that of several only as many are refused as must
   * be.
   */
  drop: (open: FileHandle | undefined) => Promise<void>;
};

/** Reads the file to its end, even if it cannot be kept, because the fields after it are needed. */
async function save(
  stream: AsyncIterable<Uint8Array>,
  file: SpooledFile,
  { contents, share, fits, pathOf, drop }: SpoolContext,
): Promise<void> {
  let handle: FileHandle | undefined;
  const onDisk = async (work: () => Promise<unknown>) => {
    if (contents.unkept) return;
    await work().catch((cause: unknown) => {
      contents.unkept ??= Object.assign(
        new Refusal(503, messages.serverError, undefined, { "Retry-After": "60" }),
        { cause },
      );
    });
  };
  const create = async () => {
    file.path = await pathOf();
    handle = await open(file.path, "wx", 0o600);
  };
  try {
    if (!file.cut) await onDisk(create);
    const hash = createHash("sha256");
    for await (const chunk of stream) {
      file.cut ||= !fits(file.bytes, chunk.byteLength);
      if (file.cut || contents.unkept) continue;
      contents.unkept = share.take(chunk.byteLength);
      if (contents.unkept) await drop(handle);
      hash.update(chunk);
      await onDisk(async () => handle?.appendFile(chunk));
      file.bytes += chunk.byteLength;
    }
    if (file.cut || contents.unkept) await handle?.truncate(0);
    file.sha256 = hash.digest("hex");
  } finally {
    await handle?.close();
  }
}
