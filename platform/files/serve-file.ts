import type { z } from "zod";
import { readRange } from "#contract/base/byte-range";
import type { FileHeaders } from "#contract/files/endpoints";
import { notFound, Refusal } from "../base/refusal.ts";
import { type FileStore, isKey } from "./file-store.ts";

export type Conditions = {
  range?: string | undefined;
  ifRange?: string | undefined;
  ifNoneMatch?: string | undefined;
};

/** Gives the conditions that a request's headers set. */
export const conditionsOf = (headers: z.output<typeof FileHeaders>): Conditions => ({
  range: headers.range,
  ifRange: headers["if-range"],
  ifNoneMatch: headers["if-none-match"],
});

export type ServedFile = {
  key: string;
  mediaType: string;
  /** The name for a download; without one, the file is shown in the page. */
  saveAs?: string | undefined;
  /** Seconds in which the person's own browser may show it again without asking. */
  keep: number;
};

/**
 * A stored file with ranges and ETag (RFC 9110 sections 8.8.3, 13 and 14): 200, 206 or 304, and 416
 * thrown. It is opened when the first byte is read, so a HEAD opens none. Throws 404 for one that
 * is not there.
 */
export async function serveFile(
  files: FileStore,
  served: ServedFile,
  { range, ifRange, ifNoneMatch }: Conditions,
): Promise<Response> {
  const { key, mediaType, saveAs, keep } = served;
  const object = isKey(key) ? await files.stat(key) : undefined;
  if (!object) throw notFound();
  const { bytes, etag } = object;
  const headers = {
    "Content-Type": mediaType,
    "Content-Disposition": saveAs === undefined ? "inline" : attachment(saveAs),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": keep > 0 ? `private, max-age=${keep}` : "no-store",
    "Accept-Ranges": "bytes",
    ETag: etag,
  };
  if (ifNoneMatch && matches(ifNoneMatch, etag))
    return new Response(null, { status: 304, headers });

  const requestedRange =
    range && (ifRange === undefined || ifRange === etag) ? readRange(range, bytes) : undefined;
  if (requestedRange === "unsatisfiable")
    throw new Refusal(416, "The file is shorter than the requested range.", undefined, {
      "Accept-Ranges": "bytes",
      "Content-Range": `bytes */${bytes}`,
    });
  const { start, end } = requestedRange ?? { start: 0, end: bytes - 1 };
  return new Response(files.open(key, { start, end }), {
    status: requestedRange ? 206 : 200,
    headers: {
      ...headers,
      "Content-Length": String(end - start + 1),
      ...(requestedRange && { "Content-Range": `bytes ${start}-${end}/${bytes}` }),
    },
  });
}

const audioTypes: Record<string, string> = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  flac: "audio/flac",
};

/**
 * Serves the audio of a song or spot, by the key in its row; 404 for anything that is not audio.
 */
export function serveAudio(
  files: FileStore,
  key: string,
  conditions: Conditions,
): Promise<Response> {
  const mediaType = key.startsWith("audio/")
    ? audioTypes[/\.(\w+)$/.exec(key)?.[1]?.toLowerCase() ?? ""]
    : undefined;
  if (!mediaType) throw notFound();
  return serveFile(files, { key, mediaType, keep: 86_400 }, conditions);
}

/** Makes a download's header (RFC 6266): the name in ASCII, then unchanged if that differs. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encoded}`;
}

/** True if If-None-Match names an ETag, weak or not (RFC 9110 section 13.1.2). */
export const matches = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch.trim() === "*" ||
  ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
