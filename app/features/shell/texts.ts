/** The frame around the pages of the admin area. */
export const shellTexts = {
  demoHistory: (days: number, of: number) =>
    `Demo history: ${days} of ${of} days. Earlier days appear as they are filled in.`,
  noneOpen: "No store is open",
  noneOpenShort: "None open",
  soundRight: (open: string, isOne: boolean) =>
    `of ${open} open ${isOne ? "sounds" : "sound"} right`,
  soundRightShort: (open: string) => `of ${open} right`,
};
