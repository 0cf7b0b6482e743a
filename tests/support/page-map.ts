import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The kinds of people whose pages differ by the matrices of roles, and their demo usernames. */
export const readers = {
  nobody: undefined,
  manager: "store.manager",
  limited: "limited.admin",
  admin: "client.admin",
  Fever_Music_Limited: "music.limited",
  Fever_Music_Admin: "music.manager",
  Fever_Admin_Ops: "admin.ops",
  Fever_Admin_Major: "fever.admin",
  Fever_Super_Admin_Ops: "super.ops",
  Fever_Super_Admin_Major: "super.admin",
} as const;
export type Reader = keyof typeof readers;
const readerNames = Object.keys(readers) as Reader[];

/**
 * A page of the build: its address as in its file's name, and the readers whom it does not send to
 * /login.
 */
export type MappedPage = { path: string; opensTo: Reader[] };

const file = fileURLToPath(new URL("../fixtures/page-map.csv", import.meta.url));

/**
 * Reads the committed map of all pages, by address. `npm run test:all` rewrites it with what its
 * walk found.
 */
export function readPageMap(): MappedPage[] {
  const [heading = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const names = heading.split(",").slice(1) as Reader[];
  return lines.map((line) => {
    const [path = "", ...marks] = line.split(",");
    return { path, opensTo: names.filter((_, at) => marks[at] === "x") };
  });
}

/** Writes the map; true if that changed the file. */
export async function writePageMap(pages: MappedPage[]): Promise<boolean> {
  const lines = pages
    .map(({ path, opensTo }) =>
      [path, ...readerNames.map((name) => (opensTo.includes(name) ? "x" : ""))].join(","),
    )
    .sort();
  const text = `${["page", ...readerNames].join(",")}\n${lines.join("\n")}\n`;
  const isChanged = text !== (await readFile(file, "utf8").catch(() => ""));
  if (isChanged) await writeFile(file, text);
  return isChanged;
}
