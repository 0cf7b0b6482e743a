import { newEventId } from "./play-out-store.client-safe";
import type { PlayerStorage } from "./player-storage.client-safe";

export type PlayerMemory = ReturnType<typeof playerMemory>;

/** What became of a command of the platform's. */
export type CommandAnswer = {
  id: number;
  outcome: "done" | "refused";
  reason?: string;
  isTold?: boolean;
};
const commandsKept = 50;

/** What a store's player remembers in this browser besides its plays and songs. */
export function playerMemory(storage: PlayerStorage, storeId: number) {
  const key = (what: string) => `fever.${what}.${storeId}`;
  const read = <T>(what: string, otherwise: T): T => {
    try {
      return (JSON.parse(storage.getItem(key(what)) ?? "null") as T | null) ?? otherwise;
    } catch {
      return otherwise; // not ours, or cut
    }
  };
  const write = (what: string, value: unknown) => storage.setItem(key(what), JSON.stringify(value));
  return {
    /** How far (ms) this computer's clock is behind the platform's, as the platform last said. */
    skew: () => read("skew", 0),
    keepSkew: (skew: number) => write("skew", skew),
    /** The volume set here, until the platform sets another. */
    volume(setByPlatform: number): number {
      const { volume, instead } = read("volume", { volume: setByPlatform, instead: setByPlatform });
      return instead === setByPlatform ? volume : setByPlatform;
    },
    keepVolume: (volume: number, instead: number) => write("volume", { volume, instead }),
    /**
     * The last commands that were carried out here, and which of their answers the platform has not
     * heard.
     */
    commands: () => read<CommandAnswer[]>("commands", []),
    keepCommands: (answers: CommandAnswer[]) => write("commands", answers.slice(-commandsKept)),
    /** Whether that outlives this page. */
    keepsCommands: (): boolean => storage.isWritten(key("commands")),
    /** Made once: what the platform knows this browser by. */
    deviceId(): string {
      const deviceId = read("device", "") || newEventId();
      write("device", deviceId);
      return deviceId;
    },
    /** When somebody skipped, after an instant. */
    skips: (after: number): number[] => read<number[]>("skips", []).filter((at) => at > after),
    keepSkip(at: number) {
      write("skips", [...this.skips(at - 3_600_000), at]);
    },
    /** True if a player of this browser was started and never signed out: it may go on by itself. */
    isStarted: () => read("started", false),
    keepStarted: (isStarted: boolean) => write("started", isStarted),
  };
}
