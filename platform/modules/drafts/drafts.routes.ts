import * as contract from "#contract/drafts/endpoints";
import type { Bind } from "../../http/bind.ts";
import { dropDraft, keepDraft, showDraft } from "./drafts.service.ts";

export function draftRoutes(bind: Bind) {
  bind.json(contract.findDraft, async (call, { query }) => ({
    data: await showDraft(call, query.form),
  }));
  bind.json(contract.keepDraft, async (call, { query, body }) => {
    await keepDraft(call, { form: query.form, ...body });
    return { data: null };
  });
  bind.json(contract.dropDraft, async (call, { query }) => {
    await dropDraft(call, query.form);
    return { data: null };
  });
}
