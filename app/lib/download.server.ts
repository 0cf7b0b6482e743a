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
