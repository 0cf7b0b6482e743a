import * as contract from "#contract/audit/endpoints";
import { peopleScopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { csvResponse } from "../../http/csv.ts";
import { listAudit } from "./audit.service.ts";
import { auditCsvHeadings, exportAuditSlices, findAuditKinds } from "./audit-log.queries.ts";

/** Rows that the embedded engine copies at once: few enough that others hardly wait. */
const embeddedSliceRows = 500;

/** Provider staff read a client's log, or the provider's own where they name no company. There is no call that changes or removes an entry. */
export function auditRoutes(bind: Bind, database: Database, clock: () => number) {
  const { db } = database;
  bind.json(contract.listAudit, async (call, { query }) => listAudit(call.scope, db, query));
  bind.json(contract.auditKinds, async (call, { query }) => ({
    data: await findAuditKinds(call.scope, db),
  }));
  bind.file(contract.exportAudit, async (call, { query }) => {
    const sliceRows = database.engine === "embedded" ? embeddedSliceRows : undefined;
    const slices = exportAuditSlices(call.scope, db, query, sliceRows);
    return csvResponse(database, { fileName: "AuditLog", headings: auditCsvHeadings, slices, at: call.now, signal: call.signal });
  });
}
