import { readRange } from "#contract/base/byte-range";

/**
 * Gives the part of a stored file that a Range header asks for, as 206, because an audio element
 * cannot seek in a 200. Gives the whole file without a range.
 */
export async function cutOut(stored: Response, range: string | null): Promise<Response> {
  if (!range) return stored;
  const file = await stored.blob();
  const part = readRange(range, file.size);
  const headers = new Headers(stored.headers);
  headers.set("Accept-Ranges", "bytes");
  headers.delete("Content-Length");
  if (part === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  if (!part) return new Response(file, { headers });
  headers.set("Content-Range", `bytes ${part.start}-${part.end}/${file.size}`);
  headers.set("Content-Length", String(part.end - part.start + 1));
  return new Response(file.slice(part.start, part.end + 1, file.type), { status: 206, headers });
}
