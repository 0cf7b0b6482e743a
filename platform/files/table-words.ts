/** Says of a file with a table that we do not read how to save it. */
export const tableWords = {
  oldExcel:
    "This is an older Excel file (.xls). Open it in Excel or LibreOffice, choose Save As and the type Excel Workbook (.xlsx), and upload that file.",
  otherFormat:
    "This is neither CSV nor .xlsx. Open it in your spreadsheet program, save or export it as Excel Workbook (.xlsx), and upload that file.",
  password:
    "The file is protected by a password. Save it without the password and upload it again.",
  damaged:
    "The file is incomplete or damaged. Save it again in your spreadsheet program and upload that file.",
  unknownLetters:
    "We cannot read the letters of this file. Save it as CSV UTF-8 or as Excel Workbook (.xlsx) and upload that file.",
};
