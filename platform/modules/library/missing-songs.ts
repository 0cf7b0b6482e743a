import { isProvider } from "#contract/base/roles";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound, type Refusal } from "../../base/refusal.ts";
import type { Db } from "../../db/types.ts";
import { findReservedTitle } from "./library.queries.ts";
import { songMessages } from "./messages.ts";

/**
 * Makes the refusal if a company's library lacks some songs: 404; for provider staff, who see
 * every song, 422 on `songIds` with the name of one that is reserved for another company.
 */
export async function missingSongs(
  library: Scope,
  db: Db,
  caller: Caller,
  ids: number[],
): Promise<Refusal> {
  const title = isProvider(caller) ? await findReservedTitle(library, db, ids) : undefined;
  return title === undefined
    ? notFound()
    : invalid({ songIds: songMessages.reservedForOther(title) });
}
