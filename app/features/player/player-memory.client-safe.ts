import { newEventId } from "./play-out-store.client-safe";
import type { PlayerStorage } from "./player-storage.client-safe";

export type PlayerMemory = ReturnType<typeof playerMemory>;

/** The outcome of a command from the platform. */
export type CommandAnswer = {
  id: number;
  outcome: "done" | "refused";
  reason?: string;
  isTold?: boolean;
};
const commandsKept = 50;

/** A song that somebody here reported as unsuitable for this store; `at` is an instant (ms). */
export type SongReport = {
  at: number;
  eventId: string;
  mediaId: string;
  reason: string;
  note?: string | undefined;
  isTold?: boolean;
};
const songReportsKept = 50;

/** The values that a store's player keeps in this browser besides its plays and songs. */
export function playerMemory(storage: PlayerStorage, storeId: number) {
  const key = (what: string) => `fever.${what}.${storeId}`;
  const read = <T>(what: string, otherwise: T): T => {
    try {
      const stored: T | null = JSON.parse(storage.getItem(key(what)) ?? "null");
      return stored ?? otherwise;
    } catch {
      return otherwise; // not ours, or cut off
    }
  };
  const write = (what: string, value: unknown) => storage.setItem(key(what), JSON.stringify(value));
  return {
    /** Milliseconds that this computer's clock is behind the platform's, as last measured. */
    skew: () => read("skew", 0),
    keepSkew: (skew: number) => write("skew", skew),
    /** The volume set here, until the platform sets another. */
    volume(setByPlatform: number): number {
      const { volume, instead } = read("volume", { volume: setByPlatform, instead: setByPlatform });
      return instead === setByPlatform ? volume : setByPlatform;
    },
    keepVolume: (volume: number, instead: number) => write("volume", { volume, instead }),
    /**
     * The last commands that ran here, and whether the platform has received each
     * answer.
     */
    commands: () => read<CommandAnswer[]>("commands", []),
    keepCommands: (answers: CommandAnswer[]) => write("commands", answers.slice(-commandsKept)),
    /** True if the answers outlive this page. */
    keepsCommands: (): boolean => storage.isWritten(key("commands")),
    /** The last songs reported here, and whether the platform has received each report. */
    songReports: () => read<SongReport[]>("song-reports", []),
    keepSongReports: (reports: SongReport[]) =>
      write("song-reports", reports.slice(-songReportsKept)),
    /** The ID by which the platform knows this browser; made once. */
    deviceId(): string {
      const deviceId = read("device", "") || newEventId();
      write("device", deviceId);
      return deviceId;
    },
    /** The instants (ms) of the skips after an instant. */
    skips: (after: number): number[] => read<number[]>("skips", []).filter((at) => at > after),
    keepSkip(at: number) {
      write("skips", [...this.skips(at - 3_600_000), at]);
    },
    /** True if this browser's player was started and never signed out: it may start by itself. */
    isStarted: () => read("started", false),
    keepStarted: (isStarted: boolean) => write("started", isStarted),
  };
}
