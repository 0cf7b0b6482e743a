/** The pages on which the provider's staff keep demo playlists. */
export const demoTexts = {
  lead: "Music for people who are not clients yet. Anyone with its link can listen to a demo playlist.",
  none: "No demo playlist yet. Add one for a language, a song type and an industry, and share its link.",
  addLead: "You add its songs next.",
  editLead: "Its link and its songs stay unchanged.",
  name: "Visitors see it. For example: Indie for coffee bars",
  songType: "A genre of the music library",
  isListed: "List it on the public page",
  isListedHint:
    "Visitors find it there by language, song type and industry. Otherwise only people with the link can listen.",
  added: (name: string) => `${name} added. Now add songs.`,
  songs: (name: string) => `Songs of ${name}`,
  noSongs: "Visitors see it once it has songs.",
  noneHeard: "None of its songs can be played today, so visitors hear nothing.",
  pickerLead: "Choose songs from the library. They are added at the end, each once.",
  linkLead:
    "Anyone with this link can listen to these songs, and to no others. To withdraw the link, delete the demo playlist.",
  removeMessage:
    "Its link stops working at once, for everyone who has it. The songs stay in the library.",
};

/** The pages on which visitors listen. */
export const publicDemoTexts = {
  deadLink: "This link no longer works",
  ask: "Tell us what you want to hear",
  title: "Demo playlists · Fever In-Store",
  description: "Listen to music for stores like yours, by language, song type and industry.",
  heading: "Hear what your stores could sound like",
  lead: "A few songs for each kind of store. Choose a playlist and press play.",
  none: "There are no demo playlists yet. Tell us what you want to hear, and we'll suggest music for your stores.",
  noMatch: "No demo playlist matches these filters. Change them, or see all demo playlists.",
  listen: "Press play on any song.",
  goesOn: "The next song starts by itself.",
  nothing: "None of these songs can be played today. Contact us, or try again another day.",
  over: "This demo playlist was withdrawn, or the link is incomplete. Ask the person who sent it for a new link.",
  next: "Like what you hear? Tell us about your stores, and we'll plan their music with you.",
};
