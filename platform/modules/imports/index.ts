// Exports of imports for other modules, jobs and the demo.
export { bindImport } from "./bind-import.ts";
export {
  askForZeros,
  cell,
  clockOfCell,
  dateCell,
  lengthCell,
  plainNumber,
  readPhoneCell,
  statusCell,
} from "./cell-schemas.ts";
export { lostValue, textOf } from "./cell-text.ts";
export type { FileReading } from "./csv-rows.ts";
export { readFileRows } from "./file-rows.ts";
export { misfitOf, openTable, type Table } from "./file-table.ts";
export type { CellErrors, Importer, JudgedRow, ReadRow, Slice } from "./importer.ts";
export { forgetOldImports } from "./imports.queries.ts";
export { importMessages } from "./messages.ts";
export { type UnknownNames, unknownNames } from "./unknown-names.ts";
