/** Why a play that was received is not verified (docs/domain.md section 4). */
export const unverifiedReasons = [
  "DUPLICATE",
  "NOT_DUE",
  "TOO_SHORT",
  "TOO_LONG",
  "FUTURE",
  "STORE_INACTIVE",
  "OTHER_DEVICE",
  "SUBSTITUTE",
] as const;
export type UnverifiedReason = (typeof unverifiedReasons)[number];

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

/** Remote commands that a person can send to a store's player; a message is done once it is seen. */
export const commandKinds = ["volume", "tone", "restart", "message"] as const;
export type CommandKind = (typeof commandKinds)[number];
/** The outcomes of a command. */
export const commandOutcomes = ["done", "refused"] as const;
/** A command that no player fetches in time expires and is never carried out. */
export const commandStates = ["asked", "delivered", "expired", ...commandOutcomes] as const;
export type CommandState = (typeof commandStates)[number];
/** Minutes until an undelivered command expires. Players are signalled, and ask each minute. */
export const commandMinutes = 5;
/** Minutes until an undelivered message expires: it is for people and need not arrive at once. */
export const messageMinutes = 24 * 60;
export const longestMessage = 300;

/**
 * Things that a player is asked to fetch: its schedule, or the commands in a heartbeat's answer.
 */
export const playerSignals = ["schedule", "commands"] as const;
export type PlayerSignal = (typeof playerSignals)[number];

/** The events that count as a sign-in of a store's player. */
export const playerEvents = {
  account: "Account signed in",
  device: "Device began to play",
} as const;
/** The state of a device's turn at a store's player. */
export const playerResults = {
  playing: "Playing",
  replaced: "Replaced by another device",
  stopped: "Stopped",
} as const;

/** Why a person in the store pauses the music. */
export const pauseReasons = ["customer", "announcement", "silence", "other"] as const;
export type PauseReason = (typeof pauseReasons)[number];
export const pauseReasonLabels: Record<PauseReason, string> = {
  customer: "A customer or a phone call",
  announcement: "An announcement in the store",
  silence: "A prayer or a silence",
  other: "Another reason",
};
/** Minutes after which a pause ends by itself, so that no store stays silent by mistake. */
export const pauseMinutes = { choices: [5, 10, 15, 30], usual: 5, most: 30 } as const;

/** The state of a store's player by its last heartbeat; "unheard" without one in five minutes. */
export const nowStates = ["playing", "paused", "silent", "unheard"] as const;
