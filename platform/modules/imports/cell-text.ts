import { columnName } from "../../db/xlsx-cells.ts";
import { importMessages } from "./messages.ts";

/** Stands for a formula whose value the file does not have; a file that is sent again is refused. */
export const uncalculated = "#NOT CALCULATED!";
/** Stands for an error that has no name that we know. */
const otherError = "#ERROR!";

const names =
  "N/A|(?:REF|VALUE|DIV/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|PYTHON|ERROR|NOT CALCULATED)!|NAME\\?|GETTING_DATA";
/** Errors of Excel, LibreOffice and Google Sheets, and what a narrow column shows for a number. */
const errorText = new RegExp(`^(?:#(?:${names})|Err:\\d{3}|#{3,})$`, "i");

/** The text of a cell that the file calls an error. */
export const errorOf = (text: string): string => (errorText.test(text) ? text : otherError);

/**
 * Explains why a cell's text is not its author's: an error, a formula without its value, or a
 * number whose digits a spreadsheet dropped. Undefined for other text; `place` counts from 0.
 */
export function lostValue(text: string, place: number, line: number): string | undefined {
  if (text === uncalculated) return importMessages.uncalculated(addressOf(place, line));
  if (errorText.test(text)) return importMessages.errorCell(addressOf(place, line), text);
  if (/^-?\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text)) return importMessages.shortened(text);
  return undefined;
}

/** Names a cell as spreadsheets do: C5. `place` counts columns from 0. */
export const addressOf = (place: number, line: number): string => `${columnName(place)}${line}`;

/**
 * A cell's text on one line, without the apostrophe that our own files put before what a
 * spreadsheet would take for a formula.
 */
export const textOf = (cell: string) =>
  cell
    .replace(/^'(?=[=+\-@\t\r])/, "")
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");
