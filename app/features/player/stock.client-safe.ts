import { playerMediaPath } from "./paths";
import type { PlayerItem } from "./player-item.client-safe";
import { audioCacheOf, audioCachesBut } from "./stored-files.client-safe";
import type { StoredSong } from "./stored-songs.client-safe";

/** "full": the browser gives no more room. "missing": the platform has no such file. "unreachable": to be tried again. */
export type Loaded = { result: "stored" | "full" | "missing" | "unreachable"; bytes: number };
export type Stock = Awaited<ReturnType<typeof openStock>>;

/**
 * The audio stored for a store in this browser, in Cache Storage; what is known of it lies in local storage. Where there is no Cache Storage
 * (a page that did not come by HTTPS) files only pass through the browser's own cache, and nothing outlives the network.
 */
export async function openStock(storeId: number, storage: Pick<Storage, "getItem" | "setItem">) {
  const keeps = typeof caches !== "undefined";
  const cache = keeps ? await caches.open(audioCacheOf(storeId)) : undefined;
  if (keeps) for (const name of audioCachesBut(storeId, await caches.keys())) await caches.delete(name);
  const bookKey = `fever.songs.${storeId}`;
  const known = readBook(storage.getItem(bookKey));
  const songs = new Map<string, StoredSong>();
  for (const { url } of (await cache?.keys()) ?? []) {
    const src = new URL(url).pathname;
    if (src.startsWith(playerMediaPath)) songs.set(src, known.get(src) ?? { src, kind: "MUSIC", title: "Song", artist: null, heardAt: 0 });
  }
  const save = () => storage.setItem(bookKey, JSON.stringify([...songs.values()]));

  return {
    keeps,
    has: (src: string) => songs.has(src),
    songs: (): StoredSong[] => [...songs.values()],
    /** Loads a file whole, as it streams; never throws. */
    async load({ kind, title, artist }: PlayerItem, src: string): Promise<Loaded> {
      const response = await fetch(src, { redirect: "manual", ...(cache && { cache: "no-store" }) }).catch(() => undefined);
      if (!response?.ok) return { result: response?.status === 404 ? "missing" : "unreachable", bytes: 0 };
      const bytes = Number(response.headers.get("Content-Length"));
      try {
        if (cache) await cache.put(src, response);
        else await response.arrayBuffer();
      } catch (error) {
        const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
        return { result: isFull ? "full" : "unreachable", bytes: 0 };
      }
      songs.set(src, { src, kind, title, artist, heardAt: known.get(src)?.heardAt ?? 0 });
      save();
      return { result: "stored", bytes };
    },
    /** Whether the platform still lets the store play a file; also while nobody can be asked. */
    async isAllowed(src: string): Promise<boolean> {
      const response = await fetch(src, { method: "HEAD", redirect: "manual", cache: "no-store" }).catch(() => undefined);
      return response?.status !== 404;
    },
    async remove(src: string) {
      songs.delete(src);
      await cache?.delete(src);
      save();
    },
    noteHeard(src: string, at: number) {
      const song = songs.get(src);
      if (!song) return;
      song.heardAt = at;
      save();
    },
  };
}

function readBook(text: string | null): Map<string, StoredSong> {
  try {
    const songs = JSON.parse(text ?? "[]") as StoredSong[];
    return new Map(songs.map((song) => [song.src, song]));
  } catch {
    return new Map(); // cut or not ours: the files themselves are still there
  }
}
