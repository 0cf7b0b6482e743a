import { posix } from "node:path";
import { type Archive, notXlsx, openArchive } from "./archive.ts";
import { isTrue, readSmallPart } from "./xml.ts";

/** Names of the parts that are read. */
export type Workbook = {
  archive: Archive;
  sheet: string;
  sharedStrings: string | undefined;
  styles: string | undefined;
  /** True if days are counted from 1904, as older spreadsheets on a Mac do. */
  isFrom1904: boolean;
};

type Relation = { id: string; type: string; target: string };

/**
 * Opens an .xlsx file and finds the first sheet that is not hidden. Throws 422 on `file` for what
 * is no workbook, whatever its name. Who opens one closes its archive.
 */
export async function openWorkbook(path: string, signal?: AbortSignal): Promise<Workbook> {
  const archive = await openArchive(path);
  try {
    const workbook = (await readRelations(archive, "", signal)).find(
      ({ type }) => type === "officeDocument",
    )?.target;
    if (workbook === undefined) throw notXlsx();
    const { sheetIds, isFrom1904 } = await readSheetIds(archive, workbook, signal);
    const relations = await readRelations(archive, workbook, signal);
    const worksheets = new Map(
      relations.flatMap(({ id, type, target }) => (type === "worksheet" ? [[id, target]] : [])),
    );
    const targetOf = (relationType: string) =>
      relations.find(({ type }) => type === relationType)?.target;
    const sheet = worksheets.get(sheetIds.find((id) => worksheets.has(id)) ?? "");
    if (sheet === undefined) throw notXlsx();
    return {
      archive,
      sheet,
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

/** Ids of the relations of the sheets that people see, in their order. */
async function readSheetIds(archive: Archive, workbook: string, signal?: AbortSignal) {
  const sheetIds: string[] = [];
  let isFrom1904 = false;
  await readSmallPart(archive.read(workbook, signal), {
    open(name, { state = "visible", date1904, ...attributes }) {
      if (name === "workbookPr") isFrom1904 = isTrue(date1904);
      if (name !== "sheet" || state !== "visible") return;
      const [, id] =
        Object.entries(attributes).find(([attribute]) => attribute.endsWith(":id")) ?? [];
      if (id !== undefined) sheetIds.push(id);
    },
  });
  return { sheetIds, isFrom1904 };
}
