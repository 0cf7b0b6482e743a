/** The import of a file, step by step. */
export const importsTexts = {
  addsUsers: "Each row adds a user, who receives an invitation by email once you apply the file.",
  addPeople: "Add new singers and composers",
  addPeopleHint:
    "Otherwise rows that name unknown singers or composers are refused. Rows with an unknown genre, mood or other name are always refused.",
  reading: "How we read the file",
  lead: "We check the file first and show you what each row would do. Nothing changes until you confirm.",
  fileHint: (rows: string, clearWord: string) =>
    `At most ${rows} rows. In an Excel file we read the sheet that has these columns. An empty cell leaves a value unchanged; ${clearWord} removes it.`,
  newFileHint: (rows: string) =>
    `At most ${rows} rows. In an Excel file we read the sheet that has these columns.`,
  newColumns: (needed: string) => `In any order. Every file needs ${needed}.`,
  columns: (needed: string, clearWord: string) =>
    `In any order. Every file needs ${needed}. A missing column or an empty cell leaves a value unchanged. To remove a value, write ${clearWord}. You can also download the list as CSV, change it and upload it here.`,
  someWarned:
    "Nothing has changed yet. Some rows have warnings: look at the values that we read before you apply them.",
  applyWarned: (rows: string) => `${rows} with warnings: check the values that we read first.`,
  someRefused:
    "Nothing has changed yet. Apply the other rows now, or download the refused rows, correct them and upload them again.",
  allRefused:
    "No row can be applied. Download the refused rows with their reasons, correct them and upload them again.",
  nothingDiffers: "Nothing in the file differs from what you have.",
  noSuchRows: "The file has no such rows.",
  applyTitle: (rows: string) => `Apply ${rows}?`,
  /** Takes each effect of applying the file as a count and its things; undefined for none. */
  applyMessage: (
    added: string | undefined,
    changed: string | undefined,
    refused: string | undefined,
  ) => {
    const parts = [
      added && `${added} will be added`,
      changed && `${changed} will be changed`,
    ].filter(Boolean);
    return `${parts.join(" and ")}; if one fails, none is.${refused ? ` ${refused} will be left out.` : ""}`;
  },
};
