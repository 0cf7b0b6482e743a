import type { CsvColumn } from "#contract/base/csv-columns";
import type { Figures } from "#contract/base/figures";
import { chartSongColumns } from "#contract/charts/csv-columns";
import { songsAtATime } from "#contract/charts/words";
import { songCsvColumns } from "#contract/library/csv-columns";
import { invalid } from "../../base/refusal.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import {
  type FileReading,
  lostValue,
  misfitOf,
  openTable,
  plainNumber,
  type Table,
  textOf,
} from "../imports/index.ts";
import type { SongLine } from "./song-lines.queries.ts";

/** `readings` are tried in turn: a list does not say whether title or artist comes first. */
export type ReadLine = { line: number; text: string; readings: SongLine[] };

const nothing: SongLine = { id: null, isrc: null, title: null, artist: null };
const tooMany = ({ figure }: Figures) =>
  `At most ${figure(songsAtATime)} songs can be added at a time. Send the list in parts.`;
/** Matches characters that no database holds as text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
const unprintable = /[\0-\x08\x0b-\x1f\x7f]|\p{Cs}/gu;

/**
 * A pasted list: an ISRC a line, or title and artist with a dash or tab between (either way round),
 * or a title alone. Throws 422 on `list`.
 */
export function readList(list: string, figures: Figures): ReadLine[] {
  const lines = list
    .split(/\r\n|\r|\n/)
    .map((text, at) => ({ line: at + 1, text: text.replace(unprintable, "").trim() }))
    .filter(({ text }) => text !== "");
  if (lines.length > songsAtATime) throw invalid({ list: tooMany(figures) });
  return lines.map(({ line, text }) => ({
    line,
    text: text.slice(0, 200),
    readings: readingsOf(text),
  }));
}

/** No title with its artist is longer; the rest of a longer line is not read. */
const longestLine = 1_000;

function readingsOf(line: string): SongLine[] {
  const isrc = isrcOf(line);
  if (isrc) return [{ ...nothing, isrc }];
  // one space for many, because a search for spaces before a dash starts again at each of them
  const text = line.replace(/[^\S\t]+/g, " ").slice(0, longestLine);
  const alone = { ...nothing, title: text };
  // a tab parts more surely than a dash, which titles and names contain
  const separators = [...text.matchAll(text.includes("\t") ? /\t/g : / [-–—] /g)];
  const [first, last] = [separators[0], separators.at(-1)];
  if (!first || !last) return [alone];
  const partAt = ({ index, 0: separator }: RegExpExecArray): [before: string, after: string] => [
    text.slice(0, index).trim(),
    text.slice(index + separator.length).trim(),
  ];
  const [title, artist] = partAt(first);
  const [longTitle, lastPart] = partAt(last);
  if (!title || !lastPart) return [alone];
  const pairs = [
    [title, artist],
    [artist, title],
  ];
  // a third part may belong to either
  if (first !== last) pairs.push([longTitle, lastPart], [lastPart, longTitle]);
  return [...pairs.map(([title = "", artist = ""]) => ({ ...nothing, title, artist })), alone];
}

/** Twelve signs, with or without dashes; undefined for anything else. */
function isrcOf(text: string): string | undefined {
  return /^[a-z]{2}-?[a-z0-9]{3}-?\d{2}-?\d{5}$/i.test(text)
    ? text.replaceAll("-", "").toUpperCase()
    : undefined;
}

const read = ["id", "isrc", "title", "artist"];
const songColumns: readonly CsvColumn[] = songCsvColumns;
const columns = songColumns
  .filter(({ member }) => read.includes(member))
  .map(({ required: _, ...column }) => column);
const ignored = [
  ...songColumns
    .filter(({ member }) => !read.includes(member))
    .flatMap(({ heading, also = [] }) => [heading, ...also]),
  ...chartSongColumns.filter(
    (heading) => !songColumns.some((column) => column.heading === heading),
  ),
];

/**
 * Reads number, ISRC, title and artist from a CSV with the columns of the library's or of a
 * chart's file, with notes on how it was read. Throws 422 on `file`.
 */
export async function readSongCsv(
  file: UploadedFile,
  reading: FileReading,
): Promise<{ lines: ReadLine[]; remarks: string[] }> {
  const table = await openTable(file, reading, { columns, ignored });
  try {
    return { lines: await readLines(table, reading.figures), remarks: table.remarks };
  } finally {
    await table.close();
  }
}

async function readLines({ heading, rows }: Table, figures: Figures): Promise<ReadLine[]> {
  if (!heading.some((column) => column && column.member !== "artist"))
    throw invalid({ file: "The file needs a column “Song”, “ISRC” or “Title”." });
  const lines: ReadLine[] = [];
  for await (const row of rows) {
    const { line, cells } = row;
    if (lines.length >= songsAtATime) throw invalid({ file: tooMany(figures) });
    const [id, isrc, title, artist] = read.map((member) => {
      const at = heading.findIndex((column) => column?.member === member);
      return textOf(cells[at] ?? "").replace(unprintable, "") || null;
    });
    const text = [title, artist].filter(Boolean).join(" - ") || isrc || id || "";
    const number = plainNumber(id ?? "");
    const songLine = /^\d{1,15}$/.test(number)
      ? { ...nothing, id: Number(number) }
      : isrc
        ? { ...nothing, isrc: isrcOf(isrc) ?? isrc }
        : { ...nothing, title: title ?? null, artist: artist ?? null };
    const lost = heading.map(
      (column, at) => column && lostValue(textOf(cells[at] ?? ""), at, line),
    );
    const error = misfitOf(row, heading) ?? lost.find(Boolean);
    // a row with an error finds no song, and says why
    const words = error === undefined ? text : `${text} (${error})`;
    lines.push({ line, text: words.slice(0, 200), readings: error ? [] : [songLine] });
  }
  return lines;
}
