import type { FormDraft } from "#contract/drafts/endpoints";
import { invalid } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { countOthers, type DraftName, deleteDraft, findDraft, keepPart } from "./drafts.queries.ts";

const mostBytes = 64 * 1024;
/** Far above the long forms there are. */
const mostDrafts = 50;

type OwnCall = Pick<ScopedCall, "caller" | "scope">;
type ReadCall = OwnCall & Pick<ScopedCall, "db">;

/** A form about no client's company, such as a new company's, is the provider's own. */
const nameOf = ({ scope }: OwnCall, form: string): DraftName => ({
  form,
  aboutCompanyId: scope.companyId,
});

export async function showDraft(call: ReadCall, form: string): Promise<FormDraft | null> {
  const draft = await findDraft(call.caller, call.db, nameOf(call, form));
  return draft ? { values: draft.values, updatedAt: draft.updatedAt.toISOString() } : null;
}

type Part = { form: string; part: string; values: FormDraft["values"][string] };

/**
 * Keeps a part of a draft. Throws 422 where the draft would be larger than 64 KB, or one too many.
 * Drafts are no change of the company's: no audit row.
 */
export async function keepDraft(
  call: OwnCall & Pick<ScopedCall, "database" | "now">,
  { form, part, values }: Part,
): Promise<void> {
  const { caller, database, now } = call;
  const name = nameOf(call, form);
  await database.transaction(async (tx) => {
    if ((await countOthers(caller, tx, name)) >= mostDrafts)
      throw invalid({ form: "You have too many drafts. Send or discard one first." });
    if ((await keepPart(caller, tx, { name, part, values, now })) > mostBytes)
      throw invalid({ values: "This form is too long to save as a draft." });
  });
}

export async function dropDraft(call: ReadCall, form: string): Promise<void> {
  await deleteDraft(call.caller, call.db, nameOf(call, form));
}
