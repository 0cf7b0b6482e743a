import * as contract from "#contract/audit/endpoints";
import type { Bind } from "../../http/bind.ts";
import { answerTable } from "../../http/table-file.ts";
import { exportAudit, findAuditKinds } from "./audit-log.queries.ts";
import { listAudit } from "./list-audit.service.ts";
import { findMentionedNames } from "./mentioned-names.queries.ts";
import { findUndoable } from "./undoable-change.ts";

/**
 * Provider staff read a client's log, or the provider's own where they name no company. There is no
 * call that changes or removes an entry.
 */
export function auditRoutes(bind: Bind) {
  bind.json(contract.listAudit, async (call, { query }) => {
    const { data, page } = await listAudit(call, query);
    const ids = data.map(({ id }) => id);
    const [undoable, names] = await Promise.all([
      findUndoable(call, ids),
      findMentionedNames(call.scope, call.db, data),
    ]);
    return {
      data: data.map((entry, at) => ({
        ...entry,
        undoOf: undoable.get(entry.id) ?? null,
        names: names[at] ?? {},
      })),
      page,
    };
  });
  bind.json(contract.auditKinds, async ({ scope, db }) => ({
    data: await findAuditKinds(scope, db),
  }));
  bind.file(contract.exportAudit, async (call, { query }) =>
    answerTable(call, query, { fileName: "AuditLog", ...exportAudit(call.scope, call.db, query) }),
  );
}
