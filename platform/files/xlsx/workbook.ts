import { posix } from "node:path";
import { invalid } from "../../base/refusal.ts";
import { tableWords } from "../table-words.ts";
import { type Archive, notXlsx, openArchive } from "./archive.ts";
import { isTrue, readSmallPart } from "./xml.ts";

/** Parts by which Excel's binary workbook, OpenDocument and Numbers are recognised. */
const otherFormats = ["xl/workbook.bin", "content.xml", "Index/Document.iwa"];

/** Names of the parts that are read. */
export type Workbook = {
  archive: Archive;
  /** The visible sheets in their order; at least one. */
  sheets: Sheet[];
  sharedStrings: string | undefined;
  styles: string | undefined;
  /** True if days are counted from 1904, as older spreadsheets on a Mac do. */
  isFrom1904: boolean;
};

export type Sheet = { name: string; part: string };

type Relation = { id: string; type: string; target: string };

/**
 * Opens an .xlsx file and finds the sheets that are not hidden. Throws 422 on `file` for one that
 * is not a workbook, whatever its name; for other spreadsheet formats it says how to save them. The
 * caller must close the archive.
 */
export async function openWorkbook(path: string, signal?: AbortSignal): Promise<Workbook> {
  const archive = await openArchive(path);
  try {
    if (otherFormats.some((part) => archive.has(part)))
      throw invalid({ file: tableWords.otherFormat });
    const workbook = (await readRelations(archive, "", signal)).find(
      ({ type }) => type === "officeDocument",
    )?.target;
    if (workbook === undefined) throw notXlsx();
    const { sheetNames, isFrom1904 } = await readSheetNames(archive, workbook, signal);
    const relations = await readRelations(archive, workbook, signal);
    const worksheets = new Map(
      relations.flatMap(({ id, type, target }) => (type === "worksheet" ? [[id, target]] : [])),
    );
    const targetOf = (relationType: string) =>
      relations.find(({ type }) => type === relationType)?.target;
    const sheets = [...sheetNames].flatMap(([id, name]) => {
      const part = worksheets.get(id);
      return part === undefined ? [] : [{ name, part }];
    });
    if (sheets.length === 0) throw notXlsx();
    return {
      archive,
      sheets,
      sharedStrings: targetOf("sharedStrings"),
      styles: targetOf("styles"),
      isFrom1904,
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/**
 * The parts that a part leads to; "" is the whole file. Types by their last word, since two
 * editions of the format begin them differently.
 */
async function readRelations(
  archive: Archive,
  part: string,
  signal?: AbortSignal,
): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const relations: Relation[] = [];
  await readSmallPart(
    archive.read(posix.join(folder, "_rels", `${posix.basename(part)}.rels`), signal),
    {
      open(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
        if (name !== "Relationship" || mode === "External") return;
        const from = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
        relations.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target: from });
      },
    },
  );
  return relations;
}

/** The sheets that people see by the ids of their relations, in their order. */
async function readSheetNames(archive: Archive, workbook: string, signal?: AbortSignal) {
  const sheetNames = new Map<string, string>();
  let isFrom1904 = false;
  await readSmallPart(archive.read(workbook, signal), {
    open(tag, { state = "visible", date1904, name = "", ...attributes }) {
      if (tag === "workbookPr") isFrom1904 = isTrue(date1904);
      if (tag !== "sheet" || state !== "visible") return;
      const [, id] =
        Object.entries(attributes).find(([attribute]) => attribute.endsWith(":id")) ?? [];
      if (id !== undefined) sheetNames.set(id, name);
    },
  });
  return { sheetNames, isFrom1904 };
}
