import type { FormDraft } from "#contract/drafts/endpoints";
import type { Caller } from "../../access/caller.ts";
import type { Database, Db } from "../../db/client.ts";
import { invalid } from "../../http/refusal.ts";
import { countOthers, type DraftName, findDraft, keepPart } from "./drafts.queries.ts";

const mostBytes = 64 * 1024;
/** Far above the long forms there are. */
const mostDrafts = 50;

export async function showDraft(caller: Caller, db: Db, name: DraftName): Promise<FormDraft | null> {
  const found = await findDraft(caller, db, name);
  return found ? { values: found.values, updatedAt: found.updatedAt.toISOString() } : null;
}

/** Keeps a part of a draft. Throws 422 where the draft would be larger than 64 KB, or one too many. Drafts are no change of the company's: no audit row. */
export async function keepDraft(
  caller: Caller,
  database: Database,
  name: DraftName,
  { part, values }: { part: string; values: FormDraft["values"][string] },
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    if ((await countOthers(caller, tx, name)) >= mostDrafts)
      throw invalid({ form: "Too many half-filled forms are kept. Send or drop one first." });
    if ((await keepPart(caller, tx, name, part, values, now)) > mostBytes) throw invalid({ values: "This form is too long to be kept." });
  });
}
