/**
 * The faults of a store, the most serious first (docs/decisions/alerts.md). Free of zod: pages
 * import it.
 */
export const alertKinds = [
  "help",
  "offline",
  "silent",
  "low-volume",
  "not-playing",
  "log-ending",
  "paused",
] as const;
export type AlertKind = (typeof alertKinds)[number];
export const alertKindWords: Record<AlertKind, string> = {
  help: "Call for help",
  offline: "Offline",
  silent: "Online, silent",
  "low-volume": "Low volume",
  "not-playing": "Not playing for 24 hours",
  "log-ending": "Music running out",
  paused: "Paused for long in a day",
};

export const alertStates = ["open", "ended"] as const;
export type AlertState = (typeof alertStates)[number];

/**
 * Why an alert is over: the store is well again, it is no longer to play, or a person closed it.
 */
export const alertEndings = ["recovered", "deactivated", "closed"] as const;

/** Causes that a person finds for a fault. */
export const alertCauses = ["power", "network", "player", "volume", "log", "other"] as const;
export type AlertCause = (typeof alertCauses)[number];
export const alertCauseLabels: Record<AlertCause, string> = {
  power: "Power",
  network: "Network",
  player: "Player",
  volume: "Volume",
  log: "Log",
  other: "Other",
};

/** Why a store calls for help. */
export const helpReasons = ["no-music", "too-loud", "wrong-music", "device", "other"] as const;
export type HelpReason = (typeof helpReasons)[number];
export const helpReasonLabels: Record<HelpReason, string> = {
  "no-music": "No music",
  "too-loud": "Too loud or too quiet",
  "wrong-music": "Wrong music or ad",
  device: "The device does not work",
  other: "Something else",
};

/** The longest recording of a call for help. */
export const voiceNoteSeconds = 30;

/** Changes that people make to alerts on the operations wall. */
export const alertActs = ["take", "release", "hand-over", "snooze", "note", "close"] as const;
export type AlertAct = (typeof alertActs)[number];
/** Alerts that wait for somebody, or that somebody has put off. */
export const wallStates = ["open", "snoozed", "all"] as const;
export const wallOwners = ["none", "mine"] as const;
/** For how long an alert may be put off, in minutes. */
export const snoozeMinutes = { least: 5, most: 2880, usual: 30 } as const;
/** The hours up to now that a shift covers. */
export const shiftHours = { choices: [8, 12], usual: 8, most: 24 } as const;
/** The most alerts or stores that one call may change, notify or command. */
export const alertsAtOnce = 100;

/**
 * The settings of each location, with the defaults where none are set: minutes a fault lasts while
 * the store is open, hours of log left, minutes paused in a day.
 */
export const alertSettingLimits = {
  offlineMinutes: { least: 10, most: 1440, usual: 15 },
  silentMinutes: { least: 35, most: 1440, usual: 45 },
  lowVolumeMinutes: { least: 5, most: 1440, usual: 15 },
  logHours: { least: 1, most: 48, usual: 12 },
  pausedMinutes: { least: 5, most: 1440, usual: 60 },
} as const;

/** Maps each setting for notices to the kind of alert that it controls. */
export const alertSwitches = {
  tellOffline: "offline",
  tellSilent: "silent",
  tellLowVolume: "low-volume",
  tellNotPlaying: "not-playing",
  tellLogEnding: "log-ending",
  tellPaused: "paused",
} as const satisfies Record<string, AlertKind>;
export type AlertSwitch = keyof typeof alertSwitches;

/** The longest note to an alert. */
export const longestAlertNote = 500;
