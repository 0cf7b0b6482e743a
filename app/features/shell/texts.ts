/** The frame around the pages of the admin area. */
export const shellTexts = {
  demoHistory: (days: number, of: number) =>
    `Demo history: ${days} of ${of} days. Earlier days appear as they are filled in.`,
};
