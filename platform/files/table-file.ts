import { open } from "node:fs/promises";
import { messages } from "#contract/base/messages";
import { xlsxMediaType } from "#contract/base/uploads";
import { invalid } from "../base/refusal.ts";
import { hasStream, isCompound } from "./compound-file.ts";
import { tableWords } from "./table-words.ts";
import { encodingOfText, type TextEncoding } from "./text-encoding.ts";
import { isArchive } from "./xlsx/archive.ts";
import { openWorkbook } from "./xlsx/workbook.ts";

type TableFile = { mediaType: string; encoding?: TextEncoding };

/**
 * Recognizes a table by its content: .xlsx, or CSV with its encoding. Throws 422 on `file` for
 * anything else, with instructions for saving other spreadsheets' files as one of these.
 */
export async function judgeTable(path: string, signal?: AbortSignal): Promise<TableFile> {
  if (await isArchive(path)) {
    (await openWorkbook(path, signal)).archive.close();
    return { mediaType: xlsxMediaType };
  }
  if (await isCompound(path)) throw invalid({ file: await wordsForCompound(path) });
  const encoding = await encodingOfText(path);
  if (encoding === undefined) throw invalid({ file: messages.fileType });
  if (encoding === "cut") throw invalid({ file: tableWords.damaged });
  if (encoding === "unknown") throw invalid({ file: tableWords.unknownLetters });
  // web pages and XML under the name .xls, which programs without a spreadsheet write
  if (/^[\s\ufeff]*<(?:\?xml|!doctype|html|table|meta)\b/i.test(await beginning(path)))
    throw invalid({ file: tableWords.otherFormat });
  return { mediaType: "text/csv", encoding };
}

/** Checks a table or JSON file; a text that begins with a bracket is JSON. */
export async function judgeTableOrJson(path: string, signal?: AbortSignal): Promise<TableFile> {
  const { mediaType, encoding } = await judgeTable(path, signal);
  const isJson = encoding !== undefined && /^[\s\ufeff]*[[{]/.test(await beginning(path));
  return { mediaType: isJson ? "application/json" : mediaType, ...(encoding && { encoding }) };
}

async function wordsForCompound(path: string): Promise<string> {
  if (await hasStream(path, "EncryptedPackage")) return tableWords.password;
  return (await hasStream(path, "Workbook", "Book")) ? tableWords.oldExcel : messages.fileType;
}

async function beginning(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
