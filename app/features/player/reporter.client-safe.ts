import type { Heartbeat } from "#contract/player/endpoints";
import type { CommandKind } from "#contract/player/words";
import { xsrfHeader } from "~/ui/frame/xsrf";
import type { Rival } from "./claim.client-safe";
import type { PlayOutStore } from "./play-out-store.client-safe";
import type { PlayerMemory } from "./player-memory.client-safe";

export type Beat = Heartbeat;
/** A command that somebody gives the player from the store's page. */
export type Command = {
  id: number;
  kind: CommandKind;
  volume: number | null;
  text: string | null;
};
/**
 * The answer to a heartbeat: the platform's time and volume, whether this device plays the
 * store, and the commands to carry out.
 */
export type BeatAnswer = {
  at: number;
  volume: number;
  plays: boolean;
  rival: Rival | null;
  commands: Command[];
};
/**
 * The result of a report: "signed-out" keeps all until somebody signs in again, "unreachable"
 * until the network is back; "empty" had nothing to send.
 */
export type ReportOutcome = {
  state: "received" | "signed-out" | "unreachable" | "empty";
  answer?: BeatAnswer;
};

const batchSize = 100;

/**
 * Reports plays, unsuitable songs, answers to commands and heartbeats to the platform. All but
 * heartbeats stay stored until the platform has received them. Only one call runs at a time, so
 * that no batch is sent twice.
 */
export function reporter(address: string, store: PlayOutStore, memory: PlayerMemory) {
  const deviceId = memory.deviceId();
  let last: Promise<unknown> = Promise.resolve();

  async function send(beat: Beat | undefined): Promise<ReportOutcome> {
    let size = batchSize;
    let heartbeat = beat;
    let answer: BeatAnswer | undefined;
    for (let state: "empty" | "received" = "empty"; ; state = "received") {
      const plays = store.batch(size);
      const answers = memory.commands().filter(({ isTold }) => !isTold);
      const songReports = memory.songReports().filter(({ isTold }) => !isTold);
      const isEmpty = [plays, answers, songReports].every(({ length }) => length === 0);
      if (isEmpty && !heartbeat) return { state, ...(answer && { answer }) };
      const device = {
        "device-id": deviceId,
        ...(plays[0] && { "device-clock": clockOf(plays[0].skew) }),
      };
      const playOuts = plays.map(({ skew: _, ...play }) => play);
      const response = await post({
        device,
        heartbeat,
        playOuts: playOuts.length > 0 ? playOuts : undefined,
        ...(answers.length > 0 && {
          answers: answers.map(({ isTold: _, ...commandAnswer }) => commandAnswer),
        }),
        ...(songReports.length > 0 && {
          songReports: songReports.map(({ at: _, isTold: __, ...songReport }) => songReport),
        }),
      });
      if (!response) return { state: "unreachable" };
      if (response.type === "opaqueredirect") return { state: "signed-out" };
      if (response.status === 422 && size > 1) {
        size = 1; // one of them is malformed, so they are sent one by one
        continue;
      }
      if (!response.ok && response.status !== 422) return { state: "unreachable" };
      store.settle(plays);
      if (answers.length > 0)
        memory.keepCommands(markReceived(memory.commands(), answers, ({ id }) => id));
      if (songReports.length > 0)
        memory.keepSongReports(
          markReceived(memory.songReports(), songReports, ({ eventId }) => eventId),
        );
      heartbeat = undefined;
      const fresh: BeatAnswer | { at?: undefined } = await response.json().catch(() => ({}));
      if (fresh.at !== undefined) answer = fresh;
      if (store.waiting() === 0) return { state: "received", ...(answer && { answer }) };
    }
  }

  async function post(body: object): Promise<Response | undefined> {
    const headers = { "Content-Type": "application/json", ...xsrfHeader() };
    const options: RequestInit = {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
    };
    return fetch(address, options).catch(() => undefined);
  }

  return {
    /** Reports everything that waits; `beat` adds a heartbeat. */
    send(beat?: Beat): Promise<ReportOutcome> {
      const outcome = last.then(() => send(beat));
      last = outcome.catch(() => {});
      return outcome;
    },
  };
}

/** Gives the time of a clock that is `skew` ms ahead of this computer's. */
const clockOf = (skew: number) => new Date(Date.now() + skew).toISOString();

/** Marks what the platform has received, by the key of each. */
function markReceived<T extends { isTold?: boolean }>(
  stored: readonly T[],
  received: readonly T[],
  keyOf: (one: T) => unknown,
): T[] {
  const keys = new Set(received.map(keyOf));
  return stored.map((one) => (keys.has(keyOf(one)) ? { ...one, isTold: true } : one));
}
