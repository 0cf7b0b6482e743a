import { demoLimits } from "#contract/demo-playlists/words";

export const demoMessages = {
  chooseLanguage: "Choose a language from the list.",
  chooseSongType: "Choose a song type from the list.",
  changedSince: "Someone else has changed this demo playlist. Check its songs, then try again.",
  tooMany: `There are already ${demoLimits.playlists} demo playlists. Delete one first.`,
};
