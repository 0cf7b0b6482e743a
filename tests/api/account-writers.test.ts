import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * People, their locations and what they sign in with: whoever writes them takes an AccountWriter,
 * which no API token comes by.
 */
const written = [
  "appUser",
  "login",
  "userUnit",
  "accountToken",
  "secondFactor",
  "recoveryCode",
  "passkey",
  "apiToken",
];
/** Inserting rows into these takes an AccountWriter; ending a row does not. */
const insertedTables = ["authSession", "playerDevice"];
const columnsOf = (table: string) =>
  `(?:\\$\\{${table}\\}|${table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\\b)`;
const patterns = [
  ...written.map(
    (table) =>
      `\\.(?:insert|update|delete)\\(${table}\\)|(?:insert into|update|delete from) ${columnsOf(table)}`,
  ),
  ...insertedTables.map((table) => `\\.insert\\(${table}\\)|insert into ${columnsOf(table)}`),
  "\\.update\\(playerDevice\\)\\s*\\.set\\((?!\\{ secretHash: null \\})",
];
const sources = readdirSync("platform", { recursive: true, encoding: "utf8" })
  .map((file) => `platform/${file}`)
  .filter((file) => file.endsWith(".ts") && !/[.]test[.]ts$|^platform\/(demo|db)\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** The top-level declaration that a place of a text lies in, up to that place. */
function declarationAt(text: string, index: number): string {
  const starts = [
    ...text.slice(0, index).matchAll(/^(?:export )?(?:async )?(?:function|const) /gm),
  ];
  return text.slice(starts.at(-1)?.index ?? 0, index);
}

test("every query that writes people, locations or credentials takes the right to [INT-1]", () => {
  const writers = sources.flatMap(({ file, text }) =>
    [...text.matchAll(new RegExp(patterns.join("|"), "g"))].map(({ index }) => ({
      file,
      head: declarationAt(text, index),
    })),
  );
  const without = writers.filter(({ head }) => !/\b(?:AccountWriter|SessionCaller)\b/.test(head));
  expect(without.map(({ file, head }) => `${file}: ${head.split("\n")[0]}`)).toEqual([]);
  expect(writers.length).toBeGreaterThan(35);
  const tables = written.filter(
    (table) => !writers.some(({ file }) => readFileSync(file, "utf8").includes(table)),
  );
  expect(tables).toEqual([]);
});

test("the right to write accounts is made in one place, and lent to few [INT-1]", () => {
  const using = (pattern: RegExp) =>
    sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  expect(using(/as (?:AccountWriter|SessionCaller|OfSession)\b/)).toEqual([
    "platform/access/account-writer.ts",
  ]);
  const outside = (files: string[], own: RegExp) =>
    files.filter((file) => !own.test(file) && file !== "platform/access/account-writer.ts");
  expect(outside(using(/\baccountHolder\b/), /^platform\/modules\/session\//)).toEqual([]);
  expect(
    outside(
      using(/\bplatformItself\b/),
      /^platform\/(?:jobs|modules\/setup|modules\/tokens|access)\/|^platform\/modules\/session\/account-emails\.ts$/,
    ),
  ).toEqual([]);
});
