import type { AlertKind } from "#contract/alerts/words";

/** The list of alerts, and the page of one. */
export const alertsTexts = {
  lead: "Stores that need attention, and since when. People get a notification and an email.",
  select: "Select at least one alert.",
  noMatch: "No alert matches these filters.",
  noOpen: "No open alerts",
  acknowledged: (alerts: string, isOne: boolean) =>
    `${alerts}, ${isOne ? "acknowledged" : "all acknowledged"}`,
  unacknowledged: (alerts: string, count: string) => `${alerts}, ${count} not acknowledged`,
  noneOpen:
    "No fault has lasted long enough for an alert. One appears here when a store stays offline, silent or too quiet, or runs out of music.",
  nonePast: "Alerts appear here once they are over.",
  untold: "Nobody yet",
  neverTold: "Nobody",
  noteHint: "For example: the store is being refurbished until Friday.",
  acknowledgeLead:
    "Lets your colleagues know that someone is dealing with it. The alert stays open until the problem is over.",
  deactivated: "Store deactivated",
  state: (store: string, state: string, lasted: string, isOver: boolean) =>
    `${store} ${isOver ? "was" : "has been"} ${state} for ${lasted}`,
};

/** The state of a store in a sentence, by the alert about it. */
export const alertSentences: Record<AlertKind, string> = {
  help: "calling for help",
  offline: "offline",
  silent: "online but silent",
  "low-volume": "too quiet",
  "not-playing": "without music",
  "log-ending": "running out of music",
  paused: "paused too long",
};

export const alertSettingsTexts = {
  lead: "When stores raise alerts, and when we notify people. A location without settings of its own inherits them from the location above.",
  readOnly:
    "You can see these settings, but only people responsible for this location can change them.",
  saved: "Alert settings saved. They apply within a minute.",
  thresholds: "Thresholds",
  thresholdsHint:
    "How long a fault lasts while the store is open, or pauses in a day add up to, before it becomes an alert.",
  kinds: "Notifications",
  kindsHint: "Alerts are listed even if nobody is notified.",
  quiet: "Quiet hours",
  quietHint:
    "In each store's time zone. We notify people of alerts from quiet hours when these end, unless the problem is over by then. For no quiet hours, enter the same time in both fields.",
  noQuietHours: "no quiet hours",
};

/** The operations wall. */
export const wallTexts = {
  lead: "All stores that need somebody, the most urgent first. The page refreshes itself.",
  repaired: (alerts: string, time: string) =>
    `${alerts} ended in the last 7 days, after ${time} on average.`,
  repeats: (count: number) => `${count} alerts in 7 days`,
  finding: (stores: string, unowned: string, areAllOwned: boolean) =>
    areAllOwned ? `${stores} in trouble, all taken` : `${stores} in trouble, ${unowned} not taken`,
  fine: "No store needs anybody",
  select: "Select at least one alert.",
  none: "A store appears here when it is offline, silent, too quiet or out of music, and when it calls for help.",
  noMatch: "No alert matches these filters.",
  gone: "These alerts are over or were closed by somebody else.",
  until: (time: string) => `Put off until ${time}`,
  since: (time: string) => `Since ${time}`,
  noteHint: "Everybody who works on the wall reads it. It replaces the earlier note.",
  handOverHint: "They get a notification. The alert is theirs until they hand it on or close it.",
  snoozeHint:
    "The alert comes back to the wall when this time is over, or as soon as someone takes it.",
  closeHint:
    "If the fault goes on, a new alert appears in a few minutes. A call for help is closed.",
  restartHint:
    "Each player restarts and continues with the song that is due. The store hears nothing for a few seconds.",
  toneHint: "Plays two notes over the music, so that the store can hear whether sound comes out.",
  volumeHint: "From the company's threshold volume to 100.",
  messageHint:
    "Each player shows it in large letters until somebody presses Seen, which the wall then shows.",
  together: (kind: string, where: string) => `${kind} together, ${where}`,
  within: (stores: string, minutes: string, from: string) =>
    `${stores}, within ${minutes} from ${from}`,
  ownCause: "On their own",
  fullScreen: "Full screen",
  beyond: (alerts: string) => `And ${alerts} on the wall.`,
  refreshed: (time: string) => `Refreshed at ${time}`,
};
