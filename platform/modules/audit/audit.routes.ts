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
  bind.json(contract.listAudit, async ({ query }, { caller }) => listAudit(await peopleScopeOf(db, caller, query.companyId), db, query));
  bind.json(contract.auditKinds, async ({ query }, { caller }) => ({
    data: await findAuditKinds(await peopleScopeOf(db, caller, query.companyId), db),
  }));
  bind.file(contract.exportAudit, async ({ query }, { caller, signal }) => {
    const sliceRows = database.engine === "embedded" ? embeddedSliceRows : undefined;
    const slices = exportAuditSlices(await peopleScopeOf(db, caller, query.companyId), db, query, sliceRows);
    return csvResponse(database, { fileName: "AuditLog", headings: auditCsvHeadings, slices, at: new Date(clock()), signal });
  });
}
