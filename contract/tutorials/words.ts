import type { Area } from "../base/roles.ts";

/** The twelve tutorials of spec section 2. No zod in here: the browser imports it too. */

export const tutorialKeys = [
  "company_hierarchy",
  "music_schedule",
  "music_schedule_preview",
  "master_rule",
  "music_chart",
  "add_store",
  "add_company",
  "music_chart_name",
  "music_chart_song_search",
  "ad_schedule",
  "ad_duration",
  "ad_book_slot",
] as const;
export type TutorialKey = (typeof tutorialKeys)[number];

export type Tutorial = {
  title: string;
  /** What one can do after it, in one sentence. */
  about: string;
  /** The areas whose pages it explains: whoever may open one of them may read it. */
  areas: readonly Area[];
  steps: readonly string[];
};

export const tutorials: Record<TutorialKey, Tutorial> = {
  company_hierarchy: {
    title: "The hierarchy of a company",
    about: "How regions, zones, groups and stores hang together, and what follows from where a store stands.",
    areas: ["HIERARCHY"],
    steps: [
      "A company has regions, a region has zones, a zone has groups, a group has stores. Begin with the regions, then go down.",
      "A store belongs to one group at the most. One without a group counts as unassigned: it plays by the company's own rule until it has a group.",
      "Music and rules are inherited. What is set for a region holds for all below it, unless a zone, group or store has something of its own.",
      "People see what lies below their own units: a regional admin sees the region with all its zones, groups and stores, and nothing beside it.",
      "Moving a unit takes all below it along, and the stores follow the rules of their new place from the next day that is made.",
      "A unit with something below it is not deleted by accident: move what is below it first.",
      "Regions, zones and groups have users of their own: assign people to the unit that they look after.",
    ],
  },
  music_schedule: {
    title: "The music schedule",
    about: "How the music of each day comes about and when it is fixed.",
    areas: ["MUSIC_SCHEDULE", "PREVIEW"],
    steps: [
      "Each group has a list of songs for each day. It is made from the charts and the master rule that hold for the group.",
      "A day is a draft first. It is made anew whenever something it was made of changes: a rule, a chart, a song, opening hours.",
      "Look at the day before it plays: hour by hour, each song says why it stands where it does.",
      "Publishing fixes a day. From then on nothing changes it by itself, and the players of the stores fetch it.",
      "A store plays the group's day on its own clock, cut to its own opening hours, with its own ads and promos.",
      "Publish at least two days ahead: a store that loses its connection then has enough to play.",
    ],
  },
  music_schedule_preview: {
    title: "Preview a day",
    about: "Look at what a group or a store will hear, and find out why.",
    areas: ["PREVIEW"],
    steps: [
      "Open Preview. The coming days of each group are listed with their state: not made yet, draft, or published.",
      "Choose a day. It is shown hour by hour: music, ads, promos and the top of the hour, each at its time.",
      "Open a song's reason. It names the part of the mix that the song fills, the rules that were looked at, and any rule that had to give way.",
      "Choose a store to see its own day: the same music on its own clock, with what is booked for it.",
      "Download the day as CSV where somebody else is to look through it.",
      "Publish when it is right. What the preview shows is what plays.",
    ],
  },
  master_rule: {
    title: "The master rule",
    about: "Say in percent what is played when, and how far apart the same song, artist and title stand.",
    areas: ["MASTER_RULE"],
    steps: [
      "Open Master rule and choose the unit: the company, or a region, zone, group or store below it.",
      "A unit without a rule of its own inherits the nearest one above it. The page says which.",
      "Choose the time slot. Each slot of the day may have its own mix, for example calmer music in the morning.",
      "Add a line for each chart with its share in percent. The shares must add up to 100.",
      "Set how long a song rests before it is played again, and how far apart songs of one artist stand.",
      "Save, then look at a day in Preview. Days that are published stay as they are; drafts are made anew.",
      "Remove a unit's own rule to let it inherit again.",
    ],
  },
  music_chart: {
    title: "Charts",
    about: "What charts are for, how to fill and order them, and how they reach the stores.",
    areas: ["CHARTS"],
    steps: [
      "A chart is a named list of songs. Master rules take songs from charts.",
      "Popular charts are made by Fever and may be used by every company. Custom charts are your company's own: admins of the whole company change them, those of a region, zone or group read them.",
      "Open Charts and a chart in it. The page says how many of its songs play today, how long they are together, and which rules mix it.",
      "Move a song up or down by its buttons, drag it by its handle, or open Change and type its new place. Ticked songs go to the top or the end together.",
      "The weight says how soon a song's turn comes again: 1 is usual, 10 is most often. Its rest by the rule holds all the same.",
      "Keep charts long enough: a rule with a share of 30 percent plays about five songs an hour from its chart. “How often its songs come round” says after how many hours all have played.",
      "A change of a chart counts for all days that are drafts. Published days stay as they are.",
      "A chart that is deactivated gives no songs any more: rules that name it play the rest of their mix. A chart that a rule names is not deleted; take it out of the rule first.",
    ],
  },
  add_store: {
    title: "Add a store",
    about: "From the address to the first song.",
    areas: ["STORES"],
    steps: [
      "Open Stores and press Add store.",
      "Give the store its name and code. The code is yours: as your shops know it, and once in the company.",
      "Choose its group where there is one. Music, rules and ads come from it; without one the company's own rule holds.",
      "Enter the opening hours on the store's own clock. Music is planned for these hours only.",
      "Set the volume that the player begins with, and whom to call when the store falls silent.",
      "Save. The store manager signs in at the store's computer or tablet, and the player fetches the published day by itself.",
      "Watch the store's state in the list: it says online within a minute after the player has started.",
    ],
  },
  add_company: {
    title: "Add a company",
    about: "Make a new client's account and let its first admin in.",
    areas: ["COMPANIES"],
    steps: [
      "A company that signed up by itself waits under Requests with what it told. Open it there and make the company from it: nothing is typed twice.",
      "For any other one open Companies and add it.",
      "Choose a code and the admin's user id. Both are taken once: across all companies, in capital or small letters.",
      "Enter rate and billing period. The first invoice follows from the day that billing starts.",
      "Save. The first admin gets a mail with a link by which they choose a password.",
      "They complete the company's own page, add their first store, and from then on work by themselves.",
    ],
  },
  music_chart_name: {
    title: "Name a chart",
    about: "Give a chart a name that people find and understand.",
    areas: ["CHARTS"],
    steps: [
      "Say what is in it and for when: Morning calm, Diwali 2026, Top 50 Hindi.",
      "A name is used once in a company, in capital or small letters.",
      "A chart may be renamed at any time by Edit. Rules keep pointing to it.",
      "Choose how its make-up by language, tempo and era is drawn: bar, pie or linear. Whoever looks at it may choose another one for the moment.",
      "A logo helps to find a chart among many: a png or jpeg picture of 64 to 4096 pixels, uploaded on the same page.",
    ],
  },
  music_chart_song_search: {
    title: "Find songs for a chart",
    about: "Search the library and take many songs at once, or paste a list of them.",
    areas: ["CHARTS"],
    steps: [
      "Open the chart and press Add songs.",
      "Type part of a song, an album, a singer or a composer. Where no song has the words, similar ones are shown.",
      "Narrow it down by genre, mood, language, era or tempo. Songs that the chart has already are marked.",
      "Tick the songs and add them, or add all that match, up to 5,000 at a time.",
      "A list from elsewhere is pasted under Paste or upload a list: an ISRC a line, or title and artist with a dash between. A CSV does the same. Lines that name no song are told.",
      "Songs come to the chart's end, and each stands in it once. What is there already is left as it is.",
      "Songs without a valid licence are not played, even where a chart has them; the chart marks them.",
    ],
  },
  // what the things are: their pages are not built yet
  ad_schedule: {
    title: "Ads, promos and the top of the hour",
    about: "What plays between the songs besides music.",
    areas: ["NON_MUSIC"],
    steps: [
      "There are three kinds: an advertiser pays for an ad, a promo is the shop's own, and the top of the hour plays on the hour.",
      "Songs are planned around them. No song is cut off.",
      "A day in Preview shows each of them at its time.",
    ],
  },
  ad_duration: {
    title: "The length of an ad",
    about: "How long an ad is, and what that means for the songs around it.",
    areas: ["NON_MUSIC"],
    steps: ["An ad is as long as its audio file, in seconds.", "The song after an ad begins when the ad ends."],
  },
  ad_book_slot: {
    title: "Ad slots",
    about: "What a slot is.",
    areas: ["NON_MUSIC"],
    steps: [
      "A slot is a time in a store's day at which an ad plays.",
      "A booked ad begins at that time, or as soon as the song before it ends. Preview says which.",
    ],
  },
};

export const isTutorialKey = (text: string | undefined): text is TutorialKey => tutorialKeys.some((key) => key === text);
