/**
 * The kinds and views of charts and the limits of their contents. No zod in here: the browser
 * imports it too.
 */

export const chartKinds = ["popular", "custom"] as const;
export type ChartKindName = (typeof chartKinds)[number];

/** The views of a chart's make-up (VOC-1). */
export const displays = ["bar", "pie", "linear"] as const;

/** Songs that one request adds, and lines of a list or file. */
export const songsAtATime = 5000;
export const mostWeight = 10;

export const chartKindLabels: Record<ChartKindName, string> = {
  popular: "Popular chart",
  custom: "Custom chart",
};

/** Why a song of a chart does not play; empty for a song that does. */
export const songStateLabels = {
  playable: "",
  inactive: "Inactive",
  "licence expired": "Licence expired",
  "not licensed yet": "Not licensed yet",
  "no audio": "No audio",
  reserved: "Reserved for a company",
} as const;
