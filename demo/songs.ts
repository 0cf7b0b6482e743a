import type { song } from "../platform/db/schema/library.ts";
import { pieceRecordings, songRecordings } from "./audio.ts";
import { companies } from "./companies.ts";
import {
  beats,
  eraOf,
  licences,
  liveliness,
  moods,
  ownLicence,
  ratings,
  releases,
  seasons,
  shares,
} from "./make-up.ts";
import { type Language, languages, writers } from "./names.ts";
import { hash, type Random, seededRandom } from "./random.ts";
import type { Tempo } from "./styles.ts";
import { type Recipe, recipeKey } from "./synthesis.ts";

/** A song with the names of its attributes; the library's lists give these their ids. */
export type DemoSong = typeof song.$inferInsert & {
  id: number;
  genre: string;
  mood: string;
  language: Language;
  tempo: Tempo;
  era: string;
  rating: string;
  licence: string;
  singers: string[];
  composers: string[];
  seasons: string[];
  /**
   * Days from the demo's first one to the last of a licence that is over, or ends soon; undefined
   * for those that last for years.
   */
  licenceEndsInDays?: number;
};

const size = 3_000;
const instrumentalEnsembles = 20;

/**
 * 3,000 songs with every field filled: the 24 recorded ones of full length (ids 1 to 24), the 60
 * short pieces (25 to 84), and those that are synthesised when they are first asked for. Pure, and
 * the same on every machine.
 */
export function inventSongs(): DemoSong[] {
  const recorded = inventRecorded();
  const random = seededRandom("songs");
  const titles = new Set(recorded.map(({ title }) => title));
  const artists = new Map(shares.map(([language]) => [language, inventArtists(language)]));
  const composers = new Map(shares.map(([language]) => [language, inventComposers(language)]));
  const sung = random.shuffle(
    shares.flatMap(([language, count]) => Array<Language>(count).fill(language)),
  );
  const others = sung.slice(0, size - recorded.length).map((language, index) => {
    const by = { artists: artists.get(language) ?? [], composers: composers.get(language) ?? [] };
    return inventSong(random, { id: recorded.length + index + 1, language, by, titles });
  });
  return [...recorded, ...others];
}

function inventRecorded(): DemoSong[] {
  const random = seededRandom("recorded songs");
  const titles = new Set<string>();
  // Twenty ensembles for 24 songs, so that an artist separation of ten minutes always leaves a
  // choice.
  const ensembles = inventArtists("Instrumental").slice(0, instrumentalEnsembles);
  const composers = inventComposers("Instrumental");
  const { label, genres } = {
    label: languages.Instrumental.labels[0] ?? "",
    genres: languages.Instrumental.genres,
  };
  const recordings = [
    ...songRecordings.map((one) => ({ ...one, style: undefined })),
    ...pieceRecordings,
  ];
  return recordings.map(({ file, seconds, tempo, bpm, style }, index) => {
    const artist = ensembles[index % ensembles.length] ?? "";
    const year = random.int(2016, 2025);
    const mood = random.pick(style?.moods ?? moods[tempo]);
    return {
      companyId: companies.provider.id,
      id: index + 1,
      title: inventTitle(random, "Instrumental", titles),
      artist,
      album: albumOf(artist, "Instrumental", random),
      label,
      isrc: isrcOf("Instrumental", label, year, index + 1),
      year,
      genre: style?.genre ?? random.pick(genres),
      mood,
      language: "Instrumental",
      tempo,
      era: eraOf(year),
      rating: random.pickByPercent(ratings).name,
      licence: ownLicence,
      licensedFrom: `${year}-04-01`,
      licensedTo: "2039-03-31",
      singers: [artist],
      composers: [random.pick(composers)],
      seasons: [],
      explicit: false,
      active: true,
      durationSeconds: seconds,
      audioFile: file,
      bpm,
      energy: energyOf(random, tempo, mood),
      territories: [],
    };
  });
}

function inventSong(
  random: Random,
  {
    id,
    language,
    by,
    titles,
  }: {
    id: number;
    language: Language;
    by: { artists: readonly string[]; composers: readonly string[] };
    titles: Set<string>;
  },
): DemoSong {
  // A few rest, have run out of their licence or are about to, so that lists and pools have something
  // to leave out.
  const licenceEndsInDays =
    id % 83 === 0 ? -1 - (id % 300) : id % 61 === 0 ? 2 + (id % 58) : undefined;
  const { first, last } = random.pickByPercent(releases);
  const year = licenceEndsInDays === undefined ? random.int(first, last) : random.int(1990, 2017);
  const tempo = random.pick<Tempo>([1, 2, 2, 3, 3]);
  const main = pickKnown(random, by.artists);
  const guest = random.chance(0.2) ? random.pick(by.artists) : undefined;
  const together = guest && guest !== main ? guest : undefined;
  const genre = random.pick(languages[language].genres);
  const mood = genre === "Devotional" ? "Devotional" : random.pick(moods[tempo]);
  const festive = random.chance(0.12)
    ? random.shuffle(seasons[language]).slice(0, random.chance(0.15) ? 2 : 1)
    : [];
  const { name: licence, territories } = random.pickByPercent(licences);
  const label = labelOf(main, language);
  const licensedFrom =
    licenceEndsInDays === undefined ? Math.max(year, random.int(2019, 2025)) : 2018;
  return {
    companyId: companies.provider.id,
    id,
    title: inventTitle(random, language, titles),
    artist: together ? `${main} ${random.chance(0.6) ? "feat." : "&"} ${together}` : main,
    album: festive[0]
      ? `${festive[0]} ${random.pick(["Nights", "Celebrations", "Songs"])}`
      : albumOf(main, language, random),
    label,
    isrc: isrcOf(language, label, year, id),
    year,
    genre,
    mood,
    language,
    tempo,
    era: eraOf(year),
    rating: year < 2005 && random.chance(0.6) ? "Evergreen" : random.pickByPercent(ratings).name,
    licence,
    territories: [...territories],
    licensedFrom: `${licensedFrom}-04-01`,
    licensedTo: `${random.int(2030, 2036)}-03-31`,
    ...(licenceEndsInDays !== undefined && { licenceEndsInDays }),
    singers: together ? [main, together] : [main],
    composers: random.chance(0.15)
      ? random.shuffle(by.composers).slice(0, 2)
      : [pickKnown(random, by.composers)],
    seasons: festive,
    explicit:
      (genre === "Hip-Hop" || genre === "R&B") && festive.length === 0 && random.chance(0.12),
    active: id % 97 !== 0,
    ...audioOf({
      number: id,
      tempo,
      seconds: random.int(150, 290),
      bpm: random.int(...beats[tempo]),
    }),
    energy: energyOf(random, tempo, mood),
  };
}

/** One song in fifty-three has no audio, so that lists and charts have something to report. */
const audioOf = (recipe: Recipe) => ({
  durationSeconds: recipe.seconds,
  bpm: recipe.bpm,
  audioFile: recipe.number % 53 === 0 ? null : recipeKey(recipe),
});

/** Combines every first word with three of the second ones, in a fixed way. */
function inventArtists(language: Language): string[] {
  const { first, second } = languages[language];
  const random = seededRandom(`artists ${language}`);
  return first.flatMap((name) =>
    random
      .shuffle(second)
      .slice(0, 3)
      .map((epithet) => `${name} ${epithet}`),
  );
}

/** An initial and two names: "K. Meher Darpan". */
function inventComposers(language: Language): string[] {
  const { first, second } =
    language === "English" || language === "Instrumental" ? writers : languages[language];
  const random = seededRandom(`composers ${language}`);
  return random
    .shuffle(first)
    .map(
      (name) =>
        `${random.pick(["A.", "K.", "M.", "R.", "S.", "V."])} ${name} ${random.pick(second)}`,
    );
}

/** Picks a name; a few come often and most rarely. */
const pickKnown = (random: Random, names: readonly string[]): string =>
  names[Math.floor(random.next() ** 1.8 * names.length)] ?? "";

/** Gives an artist's label, always the same one. */
function labelOf(artist: string, language: Language): string {
  const { labels } = languages[language];
  return labels[hash(`label ${artist}`) % labels.length] ?? "";
}

function albumOf(artist: string, language: Language, random: Random): string {
  const own = seededRandom(`album ${artist} ${random.int(1, 4)}`);
  return `${own.pick(languages[language].opening)} ${own.pick(["Sessions", "Diaries", "Nights", "Vol. 1", "Stories", "Postcards"])}`;
}

/** Gives an ISRC, unique by the song's id. Songs older than the ISRC got one when reissued. */
function isrcOf(language: Language, label: string, year: number, id: number): string {
  const country = language === "English" ? (["GB", "US", "IN"][hash(label) % 3] ?? "IN") : "IN";
  const registrant = `${label.replace(/[^A-Z]/g, "").slice(0, 2)}${hash(label) % 10}`.padStart(
    3,
    "X",
  );
  return `${country}${registrant}${String(Math.max(year, 1990) % 100).padStart(2, "0")}${String(id).padStart(5, "0")}`;
}

function energyOf(random: Random, tempo: Tempo, mood: string): number {
  const energy = { 1: random.int(14, 38), 2: random.int(38, 64), 3: random.int(62, 86) }[tempo];
  return Math.max(2, Math.min(100, energy + (liveliness[mood] ?? 0)));
}

function inventTitle(random: Random, language: Language, titles: Set<string>): string {
  const { opening, ending } = languages[language];
  const base = () => `${random.pick(opening)} ${random.pick(ending)}`;
  for (let tries = 0; ; tries++) {
    const other = random.pick([
      "(Unplugged)",
      "(Reprise)",
      "(Club Mix)",
      "(Acoustic)",
      "(Live)",
      `Pt. ${random.int(2, 4)}`,
    ]);
    const title = tries < 8 ? base() : `${base()} ${other}`;
    if (titles.has(title)) continue;
    titles.add(title);
    return title;
  }
}
