import { ApiRefusal } from "./platform.server";

/** Hands a download of the platform through, as it comes: status, body and the headers that a file needs. */
export function passFile(response: Response): Response {
  const headers = new Headers();
  for (const name of [
    "Content-Type",
    "Content-Disposition",
    "Content-Length",
    "Cache-Control",
    "Accept-Ranges",
    "Content-Range",
    "ETag",
    "Content-Security-Policy",
    "Cross-Origin-Resource-Policy",
  ]) {
    const value = response.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

/** A stored file with ranges, as audio elements ask for it; a range that lies beyond it is a plain 416. */
export async function passRanges(request: Request, ask: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
  const headers: Record<string, string> = {};
  for (const name of ["range", "if-range", "if-none-match"]) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  try {
    return passFile(await ask(headers));
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 416) return new Response(null, { status: 416 });
    throw error;
  }
}
