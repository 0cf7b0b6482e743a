import type { CommandAnswer, PlayerMemory } from "./player-memory.client-safe";
import type { Command } from "./reporter.client-safe";
import { playTone } from "./test-tone.client-safe";
import { playerTexts } from "./texts";

type CommandEffects = {
  /** The volume that plays, 0 to 1. */
  volume: () => number;
  setVolume: (volume: number) => void;
  showMessage: (message: { id: number; text: string }) => void;
};

/** Carries out the commands that the office gives this player, each once. */
export class OfficeCommands {
  /** Commands that this page has started to carry out, by ID. */
  readonly #begunIds = new Set<number>();

  constructor(
    private readonly memory: PlayerMemory,
    private readonly effects: CommandEffects,
  ) {}

  /**
   * Carries out the commands that are new, and says what must follow. The answers are stored before
   * a restart and sent until the platform has them; a page that cannot store them refuses to
   * restart, because it would restart again and again.
   */
  async carryOut(commands: Command[]): Promise<"nothing" | "report" | "restart"> {
    const handledIds = new Set([...this.#begunIds, ...this.memory.commands().map(({ id }) => id)]);
    const newCommands = commands.filter(({ id }) => !handledIds.has(id));
    if (newCommands.length === 0) return "nothing";
    for (const { id } of newCommands) this.#begunIds.add(id);
    let isRestarting = false;
    for (const { id, kind, volume, text } of newCommands) {
      if (kind === "message") {
        // answered when somebody confirms it
        this.effects.showMessage({ id, text: text ?? "" });
        continue;
      }
      if (kind === "volume" && volume !== null) this.effects.setVolume(volume);
      const isHeard = kind !== "tone" || (await playTone(this.effects.volume()));
      this.answer(
        isHeard ? { id, outcome: "done" } : { id, outcome: "refused", reason: playerTexts.noTone },
      );
      if (kind !== "restart") continue;
      isRestarting = this.memory.keepsCommands();
      if (!isRestarting)
        this.memory.keepCommands([
          ...this.memory.commands().slice(0, -1),
          { id, outcome: "refused", reason: playerTexts.noRestart },
        ]);
    }
    return isRestarting ? "restart" : "report";
  }

  /** Stores a command's answer until it is reported. */
  answer(answer: CommandAnswer) {
    this.memory.keepCommands([...this.memory.commands(), answer]);
  }
}
