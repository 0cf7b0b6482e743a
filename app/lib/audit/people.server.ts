import { findNames } from "#contract/users/endpoints";
import type { PageContext } from "../session/guard.server";

/** Matches a username, and the one signed in as: "asha as arjun by token “Till”". */
const usernamesIn = /^\S+|(?<= as )\S+/g;

/**
 * Replaces usernames in these members of rows by people's names. Names of people who are gone, and
 * other words, stay.
 */
export async function withNames<Row extends object>(
  { api }: Pick<PageContext, "api">,
  rows: readonly Row[],
  ...members: (keyof Row)[]
): Promise<Row[]> {
  const personText = (row: Row) =>
    members.flatMap((member) => {
      const who = row[member];
      return typeof who === "string" ? [{ member, who }] : [];
    });
  const usernames = new Set(
    rows.flatMap((row) => personText(row).flatMap(({ who }) => who.match(usernamesIn) ?? [])),
  );
  if (usernames.size === 0) return [...rows];
  const { data } = await api.call(findNames, { query: { usernames: [...usernames].join(" ") } });
  const names = new Map(data.map(({ username, name }) => [username, name]));
  const nameOf = (word: string) => names.get(word.toLowerCase()) ?? word;
  return rows.map((row) =>
    Object.assign(
      { ...row },
      Object.fromEntries(
        personText(row).map(({ member, who }) => [member, who.replace(usernamesIn, nameOf)]),
      ),
    ),
  );
}
