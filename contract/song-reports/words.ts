/** Why a store wants a song out of its music. */
export const songReportReasons = ["customers", "style", "too-often", "sound", "other"] as const;
export type SongReportReason = (typeof songReportReasons)[number];
export const songReportReasonLabels: Record<SongReportReason, string> = {
  customers: "The lyrics offend customers",
  style: "It does not fit our store",
  "too-often": "It plays too often",
  sound: "It sounds bad",
  other: "Another reason",
};

export const songReportStates = ["open", "settled"] as const;
export type SongReportState = (typeof songReportStates)[number];

/** The song stays, was removed from all of the company's charts, or is inactive in the library. */
export const songReportOutcomes = ["kept", "charts", "withdrawn"] as const;
export type SongReportOutcome = (typeof songReportOutcomes)[number];
export const songReportOutcomeLabels: Record<SongReportOutcome, string> = {
  kept: "Song kept",
  charts: "Taken out of charts",
  withdrawn: "Withdrawn",
};

/** The longest note of a store, and the longest answer to it. */
export const longestReportNote = 200;
