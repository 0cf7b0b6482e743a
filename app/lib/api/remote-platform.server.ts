/**
 * Milliseconds within which an answer over the network must arrive completely; a file may take as
 * long as its reader needs. Longer than the database's limit for a statement, so that the platform
 * itself reports what took too long.
 */
const answerWithin = 45_000;

/**
 * Milliseconds for the answer to a change, which continues even if nobody waits: it may affect
 * 200,000 stores, or have files to send to the platform.
 */
const changedWithin = 5 * 60_000;

/** Asks a platform over the network, with the shared key, the person's address and the request ID. */
export async function askRemotePlatform(
  request: Request,
  { address, requestId }: { address: string | undefined; requestId: string },
  config: { PLATFORM_API_URL?: string | undefined; PLATFORM_SHARED_KEY?: string | undefined },
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("X-Request-Id", requestId);
  if (address) headers.set("X-Client-Address", address);
  if (config.PLATFORM_SHARED_KEY) headers.set("X-Platform-Key", config.PLATFORM_SHARED_KEY);
  const timeout = new AbortController();
  const limit = request.method === "GET" ? answerWithin : changedWithin;
  const timer = setTimeout(() => timeout.abort(), limit).unref();
  const response = await fetch(new URL(pathname + search, config.PLATFORM_API_URL), {
    method: request.method,
    headers,
    body: request.body,
    signal: AbortSignal.any([request.signal, timeout.signal]),
    duplex: "half",
  } as RequestInit).catch((error: unknown) => {
    clearTimeout(timer);
    throw error;
  });
  if (!/json/.test(response.headers.get("Content-Type") ?? "")) clearTimeout(timer);
  return response;
}
