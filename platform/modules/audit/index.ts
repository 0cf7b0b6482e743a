// Exports what other modules, jobs and the demo may use of audit.

export { checkAudit, sealAudit } from "./audit-chain.ts";
export type { AuditPage, RulePlace } from "./audit-log.queries.ts";
export { changedFields, refuseOutdated } from "./changed-since.ts";
export { erasedName, markErased } from "./erased-items.queries.ts";
export { listAudit } from "./list-audit.service.ts";
export {
  alreadyUndone,
  findOwnChange,
  findSongsBefore,
  type OwnChange,
  refuseChangedSince,
} from "./undoable-change.ts";
export {
  type ActorsCall,
  audit,
  auditAll,
  auditStatement,
  entryStatement,
  systemActor,
} from "./write-audit.queries.ts";
