/** The player's page. */
export const playerTexts = {
  withoutScript: "Without scripts, items do not start by themselves. Play them one by one below.",
  newTab: " (opens in a new tab)",
  noLog: "No log is published for today yet. The music starts by itself as soon as one is.",
  ready: "The music starts at the current time in today's log.",
  signedOut: "This device was signed out of the store's player.",
  otherWindow:
    "Another window of this browser is playing this store's music. It stops if you play here.",
  otherDevice: (device: string, since: string) =>
    `${device} has been playing this store's music since ${since}. It stops if you play here.`,
  silentDevice: (device: string, time: string) =>
    `${device} is this store's player, but it has been closed or offline since ${time}. If it still plays, it stops when it is back online.`,
  firstTime: "Three steps, and the music plays by itself",
  steps: (person: string | null) => [
    person ? `You are signed in as ${person}` : "This device is signed in",
    "Press Start playing, so that the browser may play sound",
    "Leave this page open, and the device on its charger",
  ],
  pressStart: "Press Start playing. Browsers only play sound after you press a button.",
  nothingDue: "Nothing is scheduled right now. The next item starts by itself.",
  notLoaded: "This item could not be loaded.",
  insteadOfFailed: (title: string) => `Plays in place of “${title}”, which could not be played.`,
  insteadOfSkipped: (title: string) => `Plays in place of “${title}”, which was skipped.`,
  afterLog: "Today's log has ended. Songs stored on this device keep playing.",
  skipsLeft: (skips: number) =>
    skips === 1 ? "1 skip left this hour" : `${skips} skips left this hour`,
  stored: (plays: string, isOne: boolean) =>
    `${plays} ${isOne ? "is" : "are"} saved here and will be reported later.`,
  notStored: (plays: string) =>
    `${plays} will be reported later. Keep this page open: the browser has no room to save them.`,
  noTone: "The browser blocks sound until someone presses a button on the player page.",
  noRestart: "This player cannot restart, because its browser does not save data.",
  internetGone: "The internet is gone. Music goes on for",
  internetGoneUnstored: "The internet is gone, and no music is stored here.",
  nothingToDo: "You need not do anything.",
  callSoon: "Call for help if it does not come back soon.",
  hours: (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`),
  days: (days: string) => `${days} days`,
  minutes: (minutes: number) => (minutes === 1 ? "1 minute" : `${minutes} minutes`),
  whyPause: "Why are you pausing?",
  howLong: "For how long?",
  pauseEnds:
    "The music starts again by itself. The people who look after the stores see why it is silent.",
  paused: (reason: string, time: string) =>
    `Paused: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}. Music starts again by itself at ${time}.`,
  adsStay: "An ad cannot be skipped.",
};

/** Texts about songs that a store does not want. */
export const songReportTexts = {
  button: "Not for our store",
  title: (song: string) => `“${song}” is not for our store`,
  lead: "The people who choose the music read this. The song keeps playing until they decide.",
  why: "Why?",
  note: "Note (optional)",
  sent: "Report sent. The people who choose the music will look at this song.",
  saved: "Report saved here. It is sent when the internet is back.",
};

/** Texts about the music stored to play without a connection. */
export const storedMusicTexts = {
  overHttp:
    "This page cannot store music, so the store is silent without internet. Open it at the address that begins with https.",
  refused:
    "This browser does not store music, so the store is silent without internet. Allow this page to save data.",
  none: "No music is stored yet. Without internet the store would be silent.",
  until: (time: string) => `Music stored until ${time}.`,
  used: (used: string, quota: string) =>
    `It takes ${used} of the ${quota} that this device has for it.`,
  full: "This device has no more room for music.",
  mayBeDeleted: "If the device runs out of room, it may delete this music.",
};

/** Texts of the help that a store can call. */
export const helpTexts = {
  what: "What is wrong?",
  details: "Details (optional)",
  arrives: "The people who look after the stores see your call at once.",
  arrived: (time: string) => `We received your call at ${time}. Someone may write or phone you.`,
  failed: "Your call did not arrive. Phone instead, or try again.",
  kept: "Your call is saved here and is sent when the internet is back. Phone if you need help now.",
  voice: {
    ready: "Optional, at most 30 seconds. The people who help you can play it.",
    recording: "Recording. It ends by itself after 30 seconds.",
    forbidden: "The browser does not allow the microphone. Send your call without a voice note.",
  },
  recorded: "Voice note recorded. It is sent with your call.",
  noteRefused: (why: string) => `Your voice note was not accepted. ${why}`,
  from: "Message from the office",
  say: "Say the store code",
  sees: "They see what this player does.",
  none: (company: string) =>
    `${company} has entered no phone number or email. Call the person who manages your store.`,
};
