import { withArticle } from "#contract/base/article";
import { companyFlags } from "#contract/companies/words";

/** Explains why a song cannot be saved, imported or deleted. */
export const songMessages = {
  scheduledFrom: (day: string) => `is in schedules from ${day} on`,
  removeFirst: "Remove it from them first, or deactivate it.",
  chooseCompany: `Choose a company that has “${companyFlags.ownSongs.label}” switched on.`,
  noSongCompany: (code: string) =>
    `“${code}” is not the code of a company that has “${companyFlags.ownSongs.label}” switched on.`,
  reservedForOther: (title: string) => `“${title}” is reserved for another company.`,
  hiddenIn: (companies: string[]) =>
    `. It is now hidden in charts or events of ${companies.slice(0, 3).join(", ")}${companies.length > 3 ? ` and ${companies.length - 3} more` : ""}.`,
  noLongerUsable: "A song was deleted or reserved for another company since. Nothing was undone.",
  noCountry: (codes: string) => `There is no country ${codes}.`,
  tooManyNames: (most: number) => `At most ${most} names are allowed.`,
  noSuchId: (id: number) => `There is no song with the ID ${id}.`,
  severalMatch: "Several songs have this title and artist. Enter the song's ID or ISRC.",
  isrcTaken: (title: string) => `“${title}” already has this ISRC.`,
};

/** Gives the messages about an item of a catalogue list. */
export const catalogueMessages = {
  nameTaken: (item: string) => `There is already ${withArticle(item)} with this name.`,
  chooseOther: (item: string) => `Choose at least one other ${item} to merge.`,
  used: (name: string, songs: string) =>
    `${name} is used by ${songs}. Merge it into another one, or deactivate it.`,
  mixed: (name: string, rules: string) =>
    `Master rules choose songs by “${name}”: ${rules}. Merge it into another one, or deactivate it.`,
  inDemos: (name: string, demos: string) =>
    `Demo playlists are listed under “${name}”: ${demos}. Merge it into another one, or deactivate it.`,
  merged: (items: string, name: string, songs: string) =>
    `${items} merged into ${name}, ${songs} changed`,
};
