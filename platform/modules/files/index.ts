// What other modules, jobs and the demo may use of files.
export { findFiles } from "./files.queries.ts";
export { type FileKeeper, fileClearingService, fileKeeper, type StoredBytes } from "./files.service.ts";
