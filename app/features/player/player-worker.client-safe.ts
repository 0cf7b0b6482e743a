import { playerHome, playerMediaPath, playerSchedulePath, playerSignOutPath } from "./paths";
import { cutOut } from "./stored-answer.client-safe";
import { isOfPlayer, pageCache, storedHeader } from "./stored-files.client-safe";

/**
 * The service worker of the player's page (docs/decisions/player.md). It answers from what is stored when the network does not: the page
 * with its script, the log, and the audio in the parts that an audio element asks for.
 */

// TypeScript's types of workers cannot be loaded beside those of pages.
type Extendable = { waitUntil(work: Promise<unknown>): void };
type Fetched = Extendable & { request: Request; respondWith(answer: Promise<Response>): void };
declare const self: {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
};

/** A network that has not answered within this time (ms) counts as lost where something is stored. */
const answerWithin = 5_000;

// the page that registers the worker was loaded before it, so it is fetched once more
self.addEventListener("install", (event) =>
  event.waitUntil(Promise.all([self.skipWaiting(), keepFrom(playerHome, keepPage), keepFrom(playerSchedulePath, keepSchedule)])),
);
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (pathname === playerSignOutPath && request.method === "POST") return event.respondWith(signOut(request));
  if (request.method !== "GET") return;
  if (pathname === playerHome && request.mode === "navigate") event.respondWith(freshOrStored(event, request, playerHome, keepPage));
  else if (pathname === playerSchedulePath) event.respondWith(freshOrStored(event, request, playerSchedulePath, keepSchedule));
  else if (pathname.startsWith(playerMediaPath)) event.respondWith(storedAudio(request));
  else if (isAsset(pathname)) event.respondWith(storedAsset(request));
});

/** The network's answer, which is stored; the stored one where there is no network or the server fails. A redirect to the sign-in page stays one. */
async function freshOrStored(event: Extendable, request: Request, key: string, store: typeof keepSchedule) {
  const fresh = fetch(request);
  const answer = await Promise.race([fresh, late()]).catch(() => undefined);
  if (answer?.ok) event.waitUntil(store(answer.clone()));
  if (answer && answer.status < 500) return answer;
  const stored = await caches.match(key, { cacheName: pageCache, ignoreVary: true });
  if (!stored) return answer ?? fresh;
  fresh.catch(() => undefined); // nobody waits for it any more
  const headers = new Headers(stored.headers);
  headers.set(storedHeader, "1");
  return new Response(stored.body, { status: stored.status, headers });
}

const late = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), answerWithin));

/** Stores the page with all assets that it names, and drops those of an older page. */
async function keepPage(response: Response): Promise<void> {
  const html = await response.clone().text();
  const assets = [...new Set(html.match(/\/(?:assets\/[\w.$-]+\.\w+|favicon\.svg)/g))];
  const cache = await caches.open(pageCache);
  const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll(assets.filter((path) => !stored.includes(path)));
  await cache.put(playerHome, response);
  for (const path of stored) if (isAsset(path) && !assets.includes(path)) await cache.delete(path);
}

async function keepSchedule(response: Response): Promise<void> {
  const cache = await caches.open(pageCache);
  await cache.put(playerSchedulePath, response);
}

async function keepFrom(path: string, store: (response: Response) => Promise<void>): Promise<void> {
  const response = await fetch(path, { redirect: "manual" }).catch(() => undefined);
  if (response?.ok) await store(response);
}

async function storedAsset(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName: pageCache, ignoreVary: true })) ?? fetch(request);
}

async function storedAudio(request: Request): Promise<Response> {
  const stored = await caches.match(request.url, { ignoreVary: true });
  return stored ? cutOut(stored, request.headers.get("Range")) : fetch(request);
}

/** Erases page, log and audio once the server has ended the session. What was played and not yet told is not among them. */
async function signOut(request: Request): Promise<Response> {
  const response = await fetch(request);
  const probe = await fetch(playerSchedulePath, { redirect: "manual" }).catch(() => undefined);
  if (probe?.type === "opaqueredirect") for (const name of await caches.keys()) if (isOfPlayer(name)) await caches.delete(name);
  return response;
}

const isAsset = (path: string) => path.startsWith("/assets/") || path === "/favicon.svg";
