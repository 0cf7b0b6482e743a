/**
 * What goes wrong in a store, the most serious first (docs/decisions/alerts.md). Free of zod: pages
 * import it.
 */
export const alertKinds = ["offline", "silent", "low-volume", "not-playing", "log-ending"] as const;
export type AlertKind = (typeof alertKinds)[number];
export const alertKindWords: Record<AlertKind, string> = {
  offline: "Offline",
  silent: "Online, silent",
  "low-volume": "Low volume",
  "not-playing": "Not playing for 24 hours",
  "log-ending": "Music running out",
};

export const alertStates = ["open", "ended"] as const;
export type AlertState = (typeof alertStates)[number];

/** Why an alert is over: the store is well again, or it is no longer to play. */
export const alertEndings = ["recovered", "deactivated"] as const;

/**
 * What may be set for each location, and what holds where nothing is: minutes a fault lasts while
 * the store is open, hours of log left.
 */
export const alertSettingLimits = {
  offlineMinutes: { least: 10, most: 1440, usual: 15 },
  silentMinutes: { least: 35, most: 1440, usual: 45 },
  lowVolumeMinutes: { least: 5, most: 1440, usual: 15 },
  logHours: { least: 1, most: 48, usual: 12 },
} as const;

/** Which setting tells people of which kind. */
export const alertSwitches = {
  tellOffline: "offline",
  tellSilent: "silent",
  tellLowVolume: "low-volume",
  tellNotPlaying: "not-playing",
  tellLogEnding: "log-ending",
} as const satisfies Record<string, AlertKind>;
export type AlertSwitch = keyof typeof alertSwitches;

/** The longest note a person writes beside an alert. */
export const longestAlertNote = 500;
