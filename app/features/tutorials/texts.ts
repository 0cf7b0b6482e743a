/** The texts around tutorials; the tutorials themselves are in contract/tutorials/words.ts. */
export const tutorialsTexts = {
  lead: "How things work, one page each, with a video and pictures. You can also open them from the pages they explain.",
  video: "The video has no sound: its captions say each step.",
  yours: "Your tutorials",
  others: "Other tutorials",
  notFound: "There is no such tutorial.",
};
