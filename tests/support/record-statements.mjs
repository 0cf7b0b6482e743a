// Loaded before a server (node --import); appends to the file STATEMENTS_FILE each statement that
// the process sends to PostgreSQL, once, as one JSON string a line. Statements that differ only in
// literals, numbers of parameters or the length of lists count as the same.
import { appendFileSync } from "node:fs";
import pg from "pg";

/**
 * Records this process's statements in the file from now on; gives a function that stops it.
 * @param {string} file
 */
export function recordStatements(file) {
  const texts = new Set();
  const forms = new Set();
  const client = /** @type {Record<string, any>} */ (pg.Client.prototype);
  const { query } = client;
  /**
   * @this {unknown} @param {string | { text?: unknown } | undefined} statement @param {unknown[]}
   * rest
   */
  client.query = function (statement, ...rest) {
    const text = typeof statement === "string" ? statement : statement?.text;
    if (typeof text === "string" && !texts.has(text)) {
      texts.add(text);
      const form = formOf(text);
      if (!forms.has(form)) appendFileSync(file, `${JSON.stringify(text)}\n`);
      forms.add(form);
    }
    return query.call(this, statement, ...rest);
  };
  return () => {
    client.query = query;
  };
}

/** @param {string} text */
const formOf = (text) =>
  text
    .replace(/'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b/g, "?")
    .replace(/\?(?:, *\?)+/g, "?")
    .replace(/(\([^()]*\))(?:, *\1)+/g, "$1")
    .replace(/\s+/g, " ");

if (process.env.STATEMENTS_FILE) recordStatements(process.env.STATEMENTS_FILE);
