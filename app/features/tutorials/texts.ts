/** The tutorials' pages; the tutorials themselves stand in contract/tutorials/words.ts. */
export const tutorialsTexts = {
  lead: "How things work, one page each. You can also open them from the pages they explain.",
  notFound: "There is no such tutorial.",
};
