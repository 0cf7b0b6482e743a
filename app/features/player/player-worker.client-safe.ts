import { playerHome, playerMediaPath, playerSchedulePath, playerSignOutPath } from "./paths";
import type { PlayerSchedule } from "./player-item.client-safe";
import { cutOut } from "./stored-answer.client-safe";
import {
  isAudioCache,
  isOfPlayer,
  isOutOfRoom,
  pageCache,
  storedHeader,
} from "./stored-files.client-safe";
import { chooseEvicted } from "./stored-songs.client-safe";

/**
 * The service worker of the player's page (docs/decisions/player.md). Without the network it
 * answers from storage: the page with its script, the log, and the audio in the parts
 * that an audio element asks for. A storage that is full or fails prevents no answer.
 */

// TypeScript's types of workers cannot be loaded beside those of pages.
type Extendable = { waitUntil(work: Promise<unknown>): void };
type WorkerFetchEvent = Extendable & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};
declare const self: {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: WorkerFetchEvent) => void): void;
};

/**
 * A network that has not answered within this time (ms) counts as lost if there is a stored answer.
 */
const answerWithin = 5_000;

/** Sign-outs so far. What was asked for before one is not stored after it. */
let signOuts = 0;

/** Stores an answer; `session` is the number of sign-outs when it was asked for. */
type AnswerStore = (response: Response, session: number) => Promise<void>;

// the page that registers the worker loaded before it, so the worker fetches it again
self.addEventListener("install", (event) =>
  event.waitUntil(
    Promise.all([
      self.skipWaiting(),
      keepFrom(playerHome, keepPage),
      keepFrom(playerSchedulePath, keepSchedule),
    ]),
  ),
);
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (pathname === playerSignOutPath && request.method === "POST")
    return event.respondWith(signOut(request));
  if (request.method !== "GET") return;
  if (pathname === playerHome && request.mode === "navigate")
    event.respondWith(freshOrStored(event, request, playerHome, keepPage));
  else if (pathname === playerSchedulePath)
    event.respondWith(freshOrStored(event, request, playerSchedulePath, keepSchedule));
  else if (pathname.startsWith(playerMediaPath)) event.respondWith(storedAudio(request));
  else if (isAsset(pathname)) event.respondWith(storedAsset(request));
});

/**
 * Gives and stores the network's answer; without a network or on a server error, gives the stored
 * answer. A redirect to the sign-in page is passed on.
 */
async function freshOrStored(event: Extendable, request: Request, key: string, store: AnswerStore) {
  const session = signOuts;
  const fresh = fetch(request);
  const answer = await Promise.race([fresh, late()]).catch(() => undefined);
  if (answer?.ok) event.waitUntil(store(answer.clone(), session).catch(() => undefined));
  if (answer && answer.status < 500) return answer;
  const stored = await findStored(key, pageCache);
  if (!stored) return answer ?? fresh;
  fresh.catch(() => undefined); // nobody waits for it now
  const headers = new Headers(stored.headers);
  headers.set(storedHeader, "1");
  return new Response(stored.body, { status: stored.status, headers });
}

const late = () =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), answerWithin));

/** Finds a stored answer; undefined if there is none or the browser cannot tell. */
const findStored = (address: string, cacheName?: string) =>
  caches
    .match(address, { ignoreVary: true, ...(cacheName && { cacheName }) })
    .catch(() => undefined);

/**
 * Stores the page with all the assets it names, and drops an older page's. If an asset cannot be
 * loaded, the page is not stored.
 */
async function keepPage(response: Response, session: number): Promise<void> {
  const html = await response.clone().text();
  const assets = [...new Set(html.match(/\/(?:assets\/[\w.$-]+\.\w+|favicon\.svg)/g))];
  const cache = await openPageCache(session);
  const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const missing = assets.filter((path) => !stored.includes(path));
  const answers = await Promise.all(
    missing.map(async (path) => ({ path, answer: await fetch(path) })),
  );
  if (answers.some(({ answer }) => !answer.ok)) return;
  for (const { path, answer } of answers) await put(path, answer, session);
  await put(playerHome, response, session);
  for (const path of stored) if (isAsset(path) && !assets.includes(path)) await cache.delete(path);
}

const keepSchedule: AnswerStore = (response, session) => put(playerSchedulePath, response, session);

/**
 * Stores a file of the page, or throws. In a full storage it evicts songs, the last to play first,
 * because without page and log no song plays.
 */
async function put(path: string, response: Response, session: number): Promise<void> {
  const cache = await openPageCache(session);
  for (;;) {
    try {
      return await cache.put(path, response.clone());
    } catch (error) {
      if (!isOutOfRoom(error) || !(await giveSongAway())) throw error;
    }
  }
}

/** Opens the page's cache for a file asked for in that session; throws once it has ended. */
async function openPageCache(session: number): Promise<Cache> {
  if (session !== signOuts) throw new Error("session has ended");
  return caches.open(pageCache);
}

async function giveSongAway(): Promise<boolean> {
  const stored = await findStored(playerSchedulePath, pageCache);
  const log: PlayerSchedule | undefined = await stored?.json();
  // uses the platform's time, because this computer's clock may be wrong
  const { items, at } = log ?? { items: [], at: 0 };
  for (const name of (await caches.keys()).filter(isAudioCache)) {
    const cache = await caches.open(name);
    const songs = (await cache.keys()).map(({ url }) => ({
      src: new URL(url).pathname,
      heardAt: 0,
    })); // only the page knows when
    const evicted = chooseEvicted(songs, items, at, at);
    if (evicted) return cache.delete(evicted.src);
  }
  return false;
}

async function keepFrom(path: string, store: AnswerStore): Promise<void> {
  const session = signOuts;
  const response = await fetch(path, { redirect: "manual" }).catch(() => undefined);
  if (response?.ok) await store(response, session).catch(() => undefined); // the next visit tries again
}

const storedAsset = async (request: Request): Promise<Response> =>
  (await findStored(request.url, pageCache)) ?? fetch(request);

async function storedAudio(request: Request): Promise<Response> {
  const stored = await findStored(new URL(request.url).pathname);
  return stored
    ? cutOut(stored, request.headers.get("Range")).catch(() => fetch(request))
    : fetch(request);
}

/**
 * Erases page, log and audio once the server has ended the session. Plays not reported yet are kept
 * elsewhere and stay.
 */
async function signOut(request: Request): Promise<Response> {
  const response = await fetch(request);
  const probe = await fetch(playerSchedulePath, { redirect: "manual" }).catch(() => undefined);
  if (probe?.type === "opaqueredirect") {
    signOuts++;
    for (const name of await caches.keys()) if (isOfPlayer(name)) await caches.delete(name);
  }
  return response;
}

const isAsset = (path: string) => path.startsWith("/assets/") || path === "/favicon.svg";
