import type { Language } from "./names.ts";
import type { Tempo } from "./styles.ts";

/** The make-up of the demo's library: the lists that describe its songs, and their shares. */

/**
 * Songs sung in each language. Songs with audio are instrumental and bring the total to
 * 3,000.
 */
export const shares: readonly (readonly [Language, number])[] = [
  ["Hindi", 960],
  ["English", 640],
  ["Tamil", 300],
  ["Punjabi", 260],
  ["Telugu", 180],
  ["Malayalam", 120],
  ["Kannada", 90],
  ["Marathi", 90],
  ["Bengali", 90],
  ["Instrumental", 186],
];

/** A library is mostly of the last years. */
export const releases = [
  { first: 2020, last: 2025, percent: 40 },
  { first: 2010, last: 2019, percent: 28 },
  { first: 2000, last: 2009, percent: 16 },
  { first: 1990, last: 1999, percent: 10 },
  { first: 1980, last: 1989, percent: 4 },
  { first: 1965, last: 1979, percent: 2 },
] as const;

export const eras = ["Before 1980", "1980s", "1990s", "2000s", "2010s", "2020s"] as const;
export const eraOf = (year: number): string =>
  eras[Math.max(0, Math.floor(year / 10) - 197)] ?? eras[0];

export const tempos = ["Slow", "Medium", "Fast"] as const;
/** Beats a minute of a song, at least and at most, by tempo. */
export const beats: Record<Tempo, readonly [number, number]> = {
  1: [58, 86],
  2: [88, 112],
  3: [114, 150],
};

export const moods: Record<Tempo, readonly string[]> = {
  1: ["Calm", "Romantic", "Nostalgic", "Dreamy"],
  2: ["Happy", "Romantic", "Focused", "Uplifting"],
  3: ["Energetic", "Happy", "Uplifting", "Party"],
};
/** How much livelier than others of its tempo a song of this mood is, as points out of 100. */
export const liveliness: Record<string, number> = {
  Calm: -12,
  Nostalgic: -6,
  Dreamy: -8,
  Focused: -6,
  Happy: 6,
  Energetic: 14,
  Party: 16,
};

/** The rating charts, with their shares of the songs. */
export const ratings = [
  { name: "Heavy rotation", percent: 12 },
  { name: "Medium rotation", percent: 28 },
  { name: "Light rotation", percent: 42 },
  { name: "Evergreen", percent: 18 },
] as const;

/** The seasons of festive songs, by language. */
export const seasons: Record<Language, readonly string[]> = {
  Hindi: ["Diwali", "Holi", "Eid", "Navratri", "Monsoon", "Independence Day"],
  English: ["Christmas", "New Year", "Valentine's Day"],
  Tamil: ["Pongal", "Diwali", "Tamil New Year"],
  Punjabi: ["Lohri", "Baisakhi", "Diwali"],
  Telugu: ["Ugadi", "Sankranti", "Diwali"],
  Malayalam: ["Onam", "Vishu", "Christmas"],
  Kannada: ["Ugadi", "Dasara"],
  Marathi: ["Ganesh Chaturthi", "Gudi Padwa", "Diwali"],
  Bengali: ["Durga Puja", "Eid"],
  Instrumental: ["Diwali", "Christmas", "New Year"],
};

/** No territories: everywhere. */
export const licences: readonly {
  name: string;
  percent: number;
  territories: readonly string[];
}[] = [
  { name: "Blanket, public performance", percent: 62, territories: ["IN"] },
  { name: "Direct from label", percent: 24, territories: ["IN", "LK", "NP"] },
  { name: "Direct from label, Gulf", percent: 2, territories: ["AE", "OM", "QA"] },
  { name: "Royalty-free", percent: 12, territories: [] },
];
/** The licence of the provider's own recordings. */
export const ownLicence = "In-house production";

/**
 * Names entered twice, in two spellings: one song in four has the second spelling, so that
 * merging has something to show. None is a language or a genre, which visitors choose demo
 * playlists by.
 */
export const doubles = [
  { kind: "season", name: "Diwali", double: "Deewali" },
  { kind: "singer", name: "Aarvi Manzil", double: "Aarvi Manzeel" },
] as const;
