import type { MatchedSongs } from "#contract/library/song-list";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/types.ts";
import { findSongNames, findSongsByLines } from "./song-lines.queries.ts";
import type { ReadLine } from "./song-lines.ts";

const linesNamed = 100;

/**
 * Gives the songs of the library that lines name, in their order. A title alone that several songs
 * have matches none of them; its choices are one song of each artist.
 */
export async function matchLines(library: Scope, db: Db, lines: ReadLine[]): Promise<MatchedSongs> {
  const songIdByLine = new Map<number, number>();
  const severalByLine = new Map<number, number[]>();
  let open = lines;
  for (let reading = 0; open.length > 0; reading++) {
    const tried = open.flatMap(({ line, readings: { [reading]: songLine } }) =>
      songLine ? [{ line, songLine }] : [],
    );
    if (tried.length === 0) break;
    const hits = await findSongsByLines(
      library,
      db,
      tried.map(({ songLine }) => songLine),
    );
    tried.forEach(({ line, songLine: { title, artist } }, at) => {
      const [first, ...others] = hits.get(at + 1) ?? [];
      if (first === undefined) return;
      if (title !== null && artist === null && others.length > 0)
        severalByLine.set(line, [first, ...others]);
      else songIdByLine.set(line, first);
    });
    open = open.filter(({ line }) => !songIdByLine.has(line));
  }
  const firstLines = open.slice(0, linesNamed);
  const choicesOf = await findChoices(library, db, severalByLine, firstLines);
  return {
    songIds: lines.flatMap(({ line }) => songIdByLine.get(line) ?? []),
    unclear: firstLines.map(({ line, text }) => ({
      line,
      text,
      reason: severalByLine.has(line)
        ? "Several songs have this title: choose one, or add the artist."
        : "There is no such song in the library.",
      choices: choicesOf(line),
    })),
    unclearTotal: open.length,
  };
}

/** Finds the songs that lines may mean, one of each artist. */
async function findChoices(
  library: Scope,
  db: Db,
  severalByLine: ReadonlyMap<number, number[]>,
  lines: ReadLine[],
) {
  const ids = lines.flatMap(({ line }) => severalByLine.get(line) ?? []);
  const names = ids.length > 0 ? await findSongNames(library, db, ids) : [];
  const nameById = new Map(names.map((name) => [name.songId, name]));
  return (line: number) => {
    const choices = (severalByLine.get(line) ?? []).flatMap((id) => nameById.get(id) ?? []);
    const artists = choices.map(({ artist }) => artist.toLowerCase());
    return choices.filter((_, at) => artists.indexOf(artists[at] ?? "") === at);
  };
}
