/** The list of alerts, and the page of one. */
export const alertsTexts = {
  lead: "Stores that need attention, and since when. People are told by the bell and by email.",
  select: "Select at least one alert.",
  noMatch: "No alert matches these filters.",
  noneOpen: "No store needs attention. An alert appears here when a store is offline, silent, too quiet or running out of its log.",
  nonePast: "Alerts appear here once they are over.",
  untold: "Nobody told yet",
  neverTold: "Nobody was told",
  noteHint: "For example: the store is being refurbished until Friday.",
  acknowledgeLead: "Tells your colleagues that somebody looks after it. The alert stays open until the store is well again.",
  deactivated: "Store deactivated",
};

export const alertSettingsTexts = {
  lead: "When stores raise alerts, and when people are told. A location without settings of its own inherits them from the location above.",
  readOnly: "You can see these settings, but only people responsible for this location can change them.",
  saved: "Alert settings saved. They apply within a minute.",
  thresholds: "Thresholds",
  thresholdsHint: "How long a fault lasts, counted while the store is open, before it becomes an alert.",
  kinds: "What people are told of",
  kindsHint: "Alerts that nobody is told of are still listed.",
  quiet: "Quiet hours",
  quietHint:
    "On each store's own clock. What begins in quiet hours is told when they end, if it still stands. Enter the same time twice for no quiet hours.",
  bothEmpty: (hours: string, from: string) => `If both are left empty: ${hours}, from ${from}`,
  noQuietHours: "no quiet hours",
};
