/**
 * What the player's page and its service worker agree on: where each of them finds what is stored.
 */

export const workerPath = "/player-worker.js";
/** The page, its script and styles, and the log. */
export const pageCache = "fever.player";
const audioCachePrefix = "fever.audio.";
/**
 * Each store has audio of its own, because the next store to sign in on this computer may be
 * licensed for other songs.
 */
export const audioCacheOf = (storeId: number) => audioCachePrefix + storeId;
/**
 * The address of a stored file. Chromium cannot continue from the worker a file that it began to
 * fetch from the network (PIPELINE_ERROR_READ).
 */
export const storedAddressOf = (src: string) => `${src}?stored`;
/** The caches of other stores, of all that there are. */
export const audioCachesBut = (storeId: number, names: string[]): string[] =>
  names.filter((name) => name.startsWith(audioCachePrefix) && name !== audioCacheOf(storeId));
export const isAudioCache = (name: string): boolean => name.startsWith(audioCachePrefix);
export const isOfPlayer = (name: string): boolean => name === pageCache || isAudioCache(name);
/**
 * Whether a file was not stored for want of room: the browser's for this site, or the disk's own.
 */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof DOMException &&
  (error.name === "QuotaExceededError" || error.name === "UnknownError");
/**
 * Set by the worker on an answer that it had stored, so that nobody takes the time in it for now.
 */
export const storedHeader = "X-Stored";
