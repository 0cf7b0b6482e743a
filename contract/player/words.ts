import type { UnverifiedReason } from "./endpoints.ts";

/** Why a play that the player reported is not verified. */
export const unverifiedWords: Record<UnverifiedReason, string> = {
  DUPLICATE: "played before",
  NOT_DUE: "not due",
  TOO_SHORT: "too short",
  TOO_LONG: "too long",
  FUTURE: "in the future",
  STORE_INACTIVE: "store inactive",
  OTHER_DEVICE: "other device",
  SUBSTITUTE: "substitute",
};

/** What counts as a sign-in of a store's player. */
export const playerEvents = { account: "Account signed in", device: "Device began to play" } as const;
/** How a device's turn at a store's player stands. */
export const playerResults = { playing: "Playing", replaced: "Replaced by another device", stopped: "Stopped" } as const;
