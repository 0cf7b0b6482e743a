import type { AlertKind } from "#contract/alerts/words";
import type { Condition } from "#contract/stores/conditions";

export const commandPlaces = {
  /** Where the commands are that a step names. */
  below: "below",
  onStorePage: "on the store's page",
};

/** Says what to do about a store's trouble, in order; null for a state that needs nobody. */
export function troubleSteps(trouble: AlertKind | Condition, where: string): string[] | null {
  switch (trouble) {
    case "help":
      return [
        "Call the store and ask what it needs.",
        `If the music has stopped, send Restart ${where}.`,
      ];
    case "offline":
      return [
        "Call the store. Ask whether the player's device is on and its page is open.",
        "If it is, ask them to check the internet connection and reload the page.",
        `If it comes back and is still silent, send Restart ${where}.`,
      ];
    case "silent":
    case "not-playing":
      return [
        `Send Restart ${where}. The player answers within a minute or two.`,
        "If it stays silent, call the store. Ask them to press Play and check the speakers.",
      ];
    case "low-volume":
      return [
        `Set the volume ${where}. The player answers within a minute or two.`,
        "If it goes down again, call the store and ask who turns it down.",
      ];
    case "log-ending":
      return [
        "Publish the coming days of the store's group in Preview.",
        "If they are published, call the store and ask them to check the internet connection.",
      ];
    case "paused":
      return [
        "Call the store. Ask why the music is paused so long.",
        "Ask them to press Play. A pause also ends by itself.",
      ];
    case "never-seen":
      return [
        `Check ${where} that the store has a player account.`,
        "Call the store. Ask them to open the player's page and sign in.",
      ];
    default:
      return null;
  }
}
