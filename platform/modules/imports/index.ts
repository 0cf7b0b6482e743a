// What other modules, jobs and the demo may use of imports.
export { bindImport } from "./bind-import.ts";
export { cell, dateCell, statusCell } from "./cell-schemas.ts";
export { readHeading } from "./csv-heading.ts";
export type { FileReading } from "./csv-rows.ts";
export { readFileRows } from "./file-rows.ts";
export type { CellErrors, Importer, Judged, ReadRow, Slice } from "./importer.ts";
export { forgetOldImports } from "./imports.queries.ts";
export { type UnknownNames, unknownNames } from "./unknown-names.ts";
