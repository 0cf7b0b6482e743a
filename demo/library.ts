import type { chart, chartSong } from "../platform/db/schema/charts.ts";
import type { catalogueItem, songTag } from "../platform/db/schema/library.ts";
import { demoCharts } from "./charts.ts";
import { companies } from "./companies.ts";
import { doubles, eras, licences, ownLicence, ratings, tempos } from "./make-up.ts";
import { hash, seededRandom } from "./random.ts";
import { type DemoSong, inventSongs } from "./songs.ts";

export type DemoLibrary = {
  catalogue: (typeof catalogueItem.$inferInsert & { id: number })[];
  songs: DemoSong[];
  tags: (typeof songTag.$inferInsert)[];
  charts: (typeof chart.$inferInsert & { id: number })[];
  chartSongs: (typeof chartSong.$inferInsert)[];
};

/**
 * The provider's songs, the lists that describe them, its popular charts and the companies' own.
 * Pure, and the same on every machine.
 */
export function demoLibrary(): DemoLibrary {
  const { catalogue, songs, tags } = describe(inventSongs());
  return { catalogue, songs, tags, ...demoCharts(songs) };
}

/** Gives the voice of a song: two singers are mixed, and each singer has one voice in all songs. */
function vocalOf({ language, singers: [first, second] }: DemoSong): string {
  if (language === "Instrumental") return "Instrumental";
  if (second) return "Mixed";
  return hash(`voice ${first}`) % 2 === 0 ? "Female" : "Male";
}

type Kind = DemoLibrary["catalogue"][number]["kind"];

/**
 * The lists, those with an order first (a tempo's id is its speed), and the songs pointing into
 * them.
 */
function describe(invented: DemoSong[]): Pick<DemoLibrary, "catalogue" | "songs" | "tags"> {
  const companyId = companies.provider.id;
  const random = seededRandom("double names");
  const catalogue: DemoLibrary["catalogue"] = [];
  const ids = new Map<string, number>();
  const idOf = (kind: Kind, name: string, rank?: number): number => {
    const existingId = ids.get(`${kind} ${name}`);
    if (existingId !== undefined) return existingId;
    catalogue.push({ companyId, id: catalogue.length + 1, kind, name, rank: rank ?? null });
    ids.set(`${kind} ${name}`, catalogue.length);
    return catalogue.length;
  };
  const nameAsEntered = (kind: Kind, name: string): string => {
    const twice = doubles.find((one) => one.kind === kind && one.name === name);
    return twice && random.chance(0.25) ? twice.double : name;
  };
  for (const [index, name] of tempos.entries()) idOf("tempo", name, index + 1);
  for (const [index, name] of eras.entries()) idOf("era", name, index + 1);
  for (const [index, { name }] of ratings.entries()) idOf("rating-chart", name, index + 1);
  for (const name of [...licences.map((licence) => licence.name), ownLicence])
    idOf("licence", name);

  const songs = invented.map((song) => ({
    ...song,
    genreId: idOf("genre", song.genre),
    moodId: idOf("mood", song.mood),
    languageId: idOf("language", song.language),
    tempoId: song.tempo,
    eraId: idOf("era", song.era),
    ratingChartId: idOf("rating-chart", song.rating),
    licenceId: idOf("licence", song.licence),
  }));
  const tags = songs.flatMap(({ id: songId, singers, composers, seasons }) => {
    const several = { singer: singers, composer: composers, season: seasons } as const;
    return (["singer", "composer", "season"] as const).flatMap((kind) =>
      several[kind].map((name, index) => ({
        companyId,
        songId,
        kind,
        itemId: idOf(kind, nameAsEntered(kind, name)),
        position: index + 1,
      })),
    );
  });
  const sung = songs.map((song) => ({ ...song, vocalId: idOf("vocal", vocalOf(song)) }));
  return { catalogue, songs: sung, tags };
}
