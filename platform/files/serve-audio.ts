import { type FileHandle, open, stat } from "node:fs/promises";
import { extname, resolve, sep } from "node:path";
import { notFound, Refusal } from "../http/refusal.ts";

const mediaTypes: Record<string, string> = {
  ".wav": "audio/wav",
  ".mp3": "audio/mpeg",
  ".m4a": "audio/mp4",
  ".aac": "audio/aac",
  ".ogg": "audio/ogg",
  ".opus": "audio/ogg",
  ".flac": "audio/flac",
};
const chunkBytes = 64 * 1024;

type Conditions = { range?: string | undefined; ifRange?: string | undefined; ifNoneMatch?: string | undefined };

/**
 * An audio file with ranges and ETag (RFC 9110 sections 8.8.3, 13 and 14): 200, 206 or 304, and 416 thrown. The file is opened when the first byte
 * is read, so a HEAD opens none. Throws 404 for a file that is not there, is no audio or lies outside `<filesDir>/audio`.
 */
export async function serveAudio(filesDir: string, file: string, { range, ifRange, ifNoneMatch }: Conditions): Promise<Response> {
  const folder = resolve(filesDir, "audio");
  const path = resolve(filesDir, file);
  const type = mediaTypes[extname(path).toLowerCase()];
  if (!type || !path.startsWith(folder + sep)) throw notFound();
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw notFound();

  const { size } = found;
  const etag = `"${size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`;
  const headers = {
    "Content-Type": type,
    "Content-Disposition": "inline",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, max-age=86400",
    "Accept-Ranges": "bytes",
    ETag: etag,
  };
  if (ifNoneMatch && matches(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });

  const asked = range && (ifRange === undefined || ifRange === etag) ? readRange(range, size) : undefined;
  if (asked === "unsatisfiable")
    throw new Refusal(416, "The file is shorter than that.", undefined, { "Accept-Ranges": "bytes", "Content-Range": `bytes */${size}` });
  const { start, end } = asked ?? { start: 0, end: size - 1 };
  return new Response(bytesOf(path, start, end), {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      "Content-Length": String(end - start + 1),
      ...(asked && { "Content-Range": `bytes ${start}-${end}/${size}` }),
    },
  });
}

const matches = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);

/** One range of bytes; undefined for none, several or one that is not understood, which are answered with the whole file as the RFC allows. */
function readRange(range: string, size: number): { start: number; end: number } | "unsatisfiable" | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/i.exec(range.trim());
  const [first = "", last = ""] = parts?.slice(1) ?? [];
  if (!parts || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size - 1 } : "unsatisfiable";
  }
  if (last !== "" && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return "unsatisfiable";
  return { start: Number(first), end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Reads as fast as the reader takes; the handle is closed at the end, on failure and when the reader goes away. */
function bytesOf(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  let at = start;
  const close = async () => {
    const open = handle;
    handle = undefined;
    await open?.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          handle ??= await open(path);
          const length = Math.min(chunkBytes, end - at + 1);
          const { bytesRead, buffer } = length > 0 ? await handle.read(new Uint8Array(length), 0, length, at) : empty;
          if (length > 0 && bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          at += bytesRead;
          if (at > end) {
            await close();
            controller.close();
          }
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

const empty = { bytesRead: 0, buffer: new Uint8Array() };
