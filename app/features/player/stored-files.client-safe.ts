/**
 * Names and addresses of stored files, shared by the player's page and its service worker.
 */

export const workerPath = "/player-worker.js";
/** The cache of the page, its script and styles, and the log. */
export const pageCache = "fever.player";
const audioCachePrefix = "fever.audio.";
/**
 * Keeps each store's audio apart, because the next store to sign in on this computer may be
 * licensed for other songs.
 */
export const audioCacheOf = (storeId: number) => audioCachePrefix + storeId;
/**
 * The address of a stored file. It differs from the original, because Chromium fails on a file that
 * it began to load from the network and the worker continues (PIPELINE_ERROR_READ).
 */
export const storedAddressOf = (src: string) => `${src}?stored`;
/** Picks the audio caches of other stores. */
export const audioCachesBut = (storeId: number, names: string[]): string[] =>
  names.filter((name) => name.startsWith(audioCachePrefix) && name !== audioCacheOf(storeId));
export const isAudioCache = (name: string): boolean => name.startsWith(audioCachePrefix);
export const isOfPlayer = (name: string): boolean => name === pageCache || isAudioCache(name);
/**
 * True if a file was not stored because the site's storage or the disk is full.
 */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof DOMException &&
  (error.name === "QuotaExceededError" || error.name === "UnknownError");
/**
 * Marks an answer from the worker's storage, whose time is not the current one.
 */
export const storedHeader = "X-Stored";
