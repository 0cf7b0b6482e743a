import type { catalogueItem, chart, chartSong, song } from "../db/schema/library.ts";
import { songRecordings } from "./audio.ts";
import { companies } from "./companies.ts";
import { type Language, languages, moods } from "./names.ts";
import { type Random, seededRandom } from "./random.ts";

type Described = { genre: string; mood: string; language: string; tempo: 1 | 2 | 3 };
export type DemoSong = typeof song.$inferInsert & { id: number } & Described;
type DemoChart = typeof chart.$inferInsert & { id: number };
export type DemoLibrary = {
  catalogue: (typeof catalogueItem.$inferInsert)[];
  songs: DemoSong[];
  charts: DemoChart[];
  chartSongs: (typeof chartSong.$inferInsert)[];
};

export const chartIds = {
  calmMornings: 1001,
  bollywoodStyle: 1002,
  instrumentalLounge: 1003,
  upbeatRetail: 1004,
  englishAfternoon: 1005,
  southRadio: 1006,
  punjabiParty: 1007,
  softEvening: 1008,
  coffeehouse: 1009,
  flagshipFavourites: 2001,
  flagshipCalm: 2002,
  flagshipBright: 2003,
  brandMix: 2004,
  festiveFloor: 2005,
} as const;

/**
 * 600 songs, those of `songRecordings` first (ids 1 to 24), the provider's popular charts and Northwind's custom ones. The three
 * flagship charts hold songs with audio only. Pure, and the same on every machine.
 */
export function demoLibrary(): DemoLibrary {
  const random = seededRandom("library");
  const artists = inventArtists();
  const { catalogue, songs } = describe(inventSongs(random, artists));
  const library: DemoLibrary = { catalogue, songs, charts: [], chartSongs: [] };
  const add = (companyId: number, id: number, name: string, limit: number, fits: (song: DemoSong) => boolean) => {
    const chosen = random.shuffle(songs.filter(fits)).slice(0, limit);
    library.charts.push({ companyId, id, name });
    for (const [index, { id: songId }] of chosen.entries())
      library.chartSongs.push({ companyId, chartId: id, songId, position: index + 1 });
  };
  const provider = companies.provider.id;
  add(provider, chartIds.calmMornings, "Top 50 Calm mornings", 50, (song) => song.tempo === 1);
  add(provider, chartIds.bollywoodStyle, "Bollywood-style hits", 120, (song) => song.language === "Hindi");
  add(provider, chartIds.instrumentalLounge, "Instrumental lounge", 90, (song) => song.language === "Instrumental");
  add(provider, chartIds.upbeatRetail, "Upbeat retail", 150, (song) => song.tempo > 1 && song.mood !== "Romantic");
  add(provider, chartIds.englishAfternoon, "English afternoon", 110, (song) => song.language === "English");
  add(provider, chartIds.southRadio, "South radio", 80, (song) => song.language === "Tamil" || song.language === "Telugu");
  add(provider, chartIds.punjabiParty, "Punjabi party", 60, (song) => song.language === "Punjabi");
  add(provider, chartIds.softEvening, "Soft evening", 100, (song) => song.tempo < 3 && song.mood !== "Happy");
  add(provider, chartIds.coffeehouse, "Coffeehouse", 140, (song) => song.language === "Instrumental" || song.genre === "Indie");

  const northwind = companies.northwind.id;
  const heard = (song: DemoSong) => song.audioFile != null;
  // The medium recordings stand in both, so that either has enough lengths to end an hour with.
  add(northwind, chartIds.flagshipFavourites, "Flagship favourites", 24, heard);
  add(northwind, chartIds.flagshipCalm, "Flagship calm", 24, (song) => heard(song) && song.tempo <= 2);
  add(northwind, chartIds.flagshipBright, "Flagship bright", 24, (song) => heard(song) && song.tempo >= 2);
  add(northwind, chartIds.brandMix, "Northwind brand mix", 80, (song) => song.mood === "Uplifting" || song.mood === "Happy");
  add(northwind, chartIds.festiveFloor, "Festive floor", 60, (song) => song.tempo === 3);
  return library;
}

const SPEEDS = ["Slow", "Medium", "Fast"] as const;

/** The lists that the songs are described by, and the songs pointing into them. */
function describe(invented: DemoSong[]): Pick<DemoLibrary, "catalogue" | "songs"> {
  const companyId = companies.provider.id;
  const catalogue: (typeof catalogueItem.$inferInsert & { id: number })[] = SPEEDS.map((name, index) => ({
    ...{ companyId, id: index + 1, kind: "tempo" as const, name, rank: index + 1 },
  }));
  const idOf = (kind: "genre" | "mood" | "language", name: string) => {
    const known = catalogue.find((item) => item.kind === kind && item.name === name);
    if (known) return known.id;
    const id = catalogue.length + 1;
    catalogue.push({ companyId, id, kind, name });
    return id;
  };
  const songs = invented.map((song) => ({
    ...song,
    ...{ genreId: idOf("genre", song.genre), moodId: idOf("mood", song.mood), languageId: idOf("language", song.language) },
    tempoId: song.tempo,
  }));
  return { catalogue, songs };
}

/** How many of the 600 songs sing in each language; the 24 with audio are instrumental and come on top. */
const SHARES: readonly (readonly [Language, number])[] = [
  ["Hindi", 210],
  ["English", 136],
  ["Tamil", 70],
  ["Punjabi", 60],
  ["Telugu", 30],
  ["Instrumental", 70],
];

/** About 150 invented names, by language: every first word with a few of the second ones. */
function inventArtists(): Record<Language, string[]> {
  const invent = (language: Language) => {
    const { first, second } = languages[language];
    const random = seededRandom(`artists ${language}`);
    return first.flatMap((name) =>
      random
        .shuffle(second)
        .slice(0, 3)
        .map((epithet) => `${name} ${epithet}`),
    );
  };
  return {
    Hindi: invent("Hindi"),
    English: invent("English"),
    Tamil: invent("Tamil"),
    Punjabi: invent("Punjabi"),
    Telugu: invent("Telugu"),
    Instrumental: invent("Instrumental"),
  };
}

function inventSongs(random: Random, artists: Record<Language, string[]>): DemoSong[] {
  const titles = new Set<string>();
  // Twenty artists for 24 recordings, so that an artist separation of ten minutes always leaves a choice.
  const recorded = songRecordings.map(({ file, seconds, tempo }, index) => ({
    ...inventSong(random, "Instrumental", [artists.Instrumental[index % 20] ?? "Cedar Trio"], tempo, titles, index + 1),
    durationSeconds: seconds,
    audioFile: file,
  }));
  const others = random.shuffle(SHARES.flatMap(([language, count]) => Array<Language>(count).fill(language))).map((language, index) => {
    const id = songRecordings.length + index + 1;
    const invented = inventSong(random, language, artists[language], random.pick([1, 2, 2, 3, 3]), titles, id);
    // A handful rests or has run out of its licence, so that lists and pools have something to leave out.
    return { ...invented, active: id % 97 !== 0, licensedTo: id % 83 === 0 ? "2025-12-31" : null };
  });
  return [...recorded, ...others];
}

function inventSong(
  random: Random,
  language: Language,
  artists: readonly string[],
  tempo: 1 | 2 | 3,
  titles: Set<string>,
  id: number,
): DemoSong {
  const { genres, labels } = languages[language];
  const year = random.int(9, 25);
  return {
    companyId: companies.provider.id,
    id,
    title: inventTitle(random, language, titles),
    artist: credit(random, artists),
    album: random.chance(0.85)
      ? `${random.pick(languages[language].opening)} ${random.pick(["Sessions", "Diaries", "Nights", "Vol. 1", "Stories"])}`
      : null,
    isrc: `IN${random.pick(["FV0", "NLM", "9SS"])}${String(year).padStart(2, "0")}${String(id).padStart(5, "0")}`,
    label: random.pick(labels),
    genre: random.pick(genres),
    mood: random.pick<string>(moods[tempo]),
    language,
    tempo,
    durationSeconds: random.int(150, 290),
    licensedFrom: `20${String(year).padStart(2, "0")}-04-01`,
  };
}

function inventTitle(random: Random, language: Language, titles: Set<string>): string {
  const { opening, ending } = languages[language];
  const base = () => `${random.pick(opening)} ${random.pick(ending)}`;
  for (let tries = 0; tries < 8; tries++) {
    const title = base();
    if (!titles.has(title)) return remember(titles, title);
  }
  for (let number = 1; ; number++) {
    const title = `${base()} ${random.pick(["(Unplugged)", "(Reprise)", "(Club Mix)", "(Acoustic)", `Pt. ${number + 1}`])}`;
    if (!titles.has(title)) return remember(titles, title);
  }
}

function remember(titles: Set<string>, title: string): string {
  titles.add(title);
  return title;
}

function credit(random: Random, artists: readonly string[]): string {
  const main = random.pick(artists);
  const guest = random.pick(artists);
  if (guest === main || random.chance(0.8)) return main;
  return random.chance(0.6) ? `${main} feat. ${guest}` : `${main} & ${guest}`;
}
