import { csvLimits } from "#contract/base/csv-columns";
import type { Merge } from "../../files/xlsx/merged-cells.ts";
import type { FileRow } from "./csv-rows.ts";

/**
 * Fills merged cells down the rows as people see them. Of all merges that begin in one column only
 * the latest counts, so that a row costs no more than its columns, however many merges a file has.
 */
export function mergeFiller(merges: Merge[]) {
  let next = 0;
  const active = new Map<number, Merge & { text: string }>();

  /**
   * Takes the rows in their order. Undefined for one that has nothing but cells merged from above:
   * it is part of the row that they begin in.
   */
  return (row: FileRow): FileRow | undefined => {
    for (const [from, { lastRow }] of active) if (lastRow < row.line) active.delete(from);
    const isOwn = row.cells.some((cell, at) => cell !== "" && !active.has(at));
    if (!isOwn) return undefined;
    for (const [from, { text }] of active) {
      while (row.cells.length < from) row.cells.push("");
      row.cells[from] = text;
    }
    for (let merge = merges[next]; merge && merge.firstRow <= row.line; merge = merges[++next]) {
      const text = row.cells[merge.from] ?? "";
      if (merge.firstRow < row.line || merge.from >= csvLimits.columns || text === "") continue;
      active.set(merge.from, Object.assign(merge, { text }));
    }
    const spans = [...active.values()].filter(({ from, to }) => to > from);
    return spans.length === 0 ? row : Object.assign(row, { spans });
  };
}
