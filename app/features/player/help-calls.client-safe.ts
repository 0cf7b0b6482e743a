import { xsrfHeader } from "~/ui/frame/xsrf";
import { playerHelpPath } from "./paths";
import type { PlayerStorage } from "./player-storage.client-safe";

type Note = { type: string; base64: string };
type StoredCall = { at: number; reason: string; details: string; note: Note | null };

/**
 * The result of a call: "kept" until there is a network, "refused" for a person who is signed out.
 * A call arrives even if its voice note is refused; `noteProblem` then says why.
 */
export type CallOutcome =
  | { state: "arrived"; at: string; noteProblem?: string }
  | { state: "kept" | "refused" };

export type HelpCalls = ReturnType<typeof helpCalls>;

/** A call of yesterday would send somebody for nothing. */
const longestWaitMs = 12 * 3_600_000;

/**
 * Makes a store's calls for help. One that does not reach the platform stays in this browser until
 * `resend` reaches it; a newer one takes its place.
 */
export function helpCalls(
  storage: PlayerStorage,
  storeId: number,
  { address = playerHelpPath, now = Date.now } = {},
) {
  const key = `fever.help-call.${storeId}`;

  async function send(stored: string): Promise<CallOutcome> {
    const call: StoredCall = JSON.parse(stored);
    const response = await fetch(address, {
      method: "POST",
      headers: { Accept: "application/json", ...xsrfHeader() },
      body: formOf(call),
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined);
    const isLater = !response || response.status === 429 || response.status >= 500;
    if (isLater) return { state: "kept" };
    if (storage.getItem(key) === stored) storage.removeItem(key);
    if (!response.ok) return { state: "refused" };
    const arrival: { at: string; noteProblem?: string } = await response.json();
    return { state: "arrived", ...arrival };
  }

  return {
    async make({ note, ...words }: Pick<StoredCall, "reason" | "details"> & { note: Blob | null }) {
      const call: StoredCall = { ...words, at: now(), note: note && (await encode(note)) };
      const stored = JSON.stringify(call);
      storage.setItem(key, stored);
      return send(stored);
    },
    /** Sends the call that waits; undefined if there is none. */
    async resend(): Promise<CallOutcome | undefined> {
      const stored = storage.getItem(key);
      if (stored === null) return undefined;
      const { at }: StoredCall = JSON.parse(stored);
      if (now() - at <= longestWaitMs) return send(stored);
      storage.removeItem(key);
      return undefined;
    },
  };
}

function formOf({ reason, details, note }: StoredCall): FormData {
  const form = new FormData();
  form.set("reason", reason);
  form.set("details", details);
  if (note) form.set("file", new Blob([decode(note.base64)], { type: note.type }), "voice-note");
  return form;
}

/** Turns a recording into text, because the browser's storage takes nothing else. */
async function encode(note: Blob): Promise<Note> {
  let characters = "";
  for (const byte of new Uint8Array(await note.arrayBuffer()))
    characters += String.fromCharCode(byte);
  return { type: note.type, base64: btoa(characters) };
}

const decode = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
