import * as contract from "#contract/drafts/endpoints";
import type { Caller } from "../../access/caller.ts";
import { peopleScopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { deleteDraft } from "./drafts.queries.ts";
import { keepDraft, showDraft } from "./drafts.service.ts";

export function draftRoutes(bind: Bind, database: Database, clock: () => number) {
  const { db } = database;
  /** A form about no client's company, such as a new company's, is the provider's own. */
  const nameOf = async (caller: Caller, { form, companyId }: { form: string; companyId?: number | undefined }) => ({
    form,
    aboutCompanyId: (await peopleScopeOf(db, caller, companyId)).companyId,
  });
  bind.json(contract.findDraft, async ({ query }, { caller }) => ({ data: await showDraft(caller, db, await nameOf(caller, query)) }));
  bind.json(contract.keepDraft, async ({ query, body }, { caller }) => {
    await keepDraft(caller, database, await nameOf(caller, query), body, new Date(clock()));
    return { data: null };
  });
  bind.json(contract.dropDraft, async ({ query }, { caller }) => {
    await deleteDraft(caller, db, await nameOf(caller, query));
    return { data: null };
  });
}
