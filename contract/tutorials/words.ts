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
    about: "How regions, zones, groups and stores belong together, and what a store's place in the hierarchy decides.",
    areas: ["HIERARCHY"],
    steps: [
      "A company has regions, a region has zones, a zone has groups, and a group has stores. Start with the regions and work down.",
      "A store belongs to at most one group. A store without a group is unassigned: it follows the company's rule until you assign it to a group.",
      "Music and rules are inherited. A region's settings apply to everything below it, unless a zone, group or store has its own.",
      "People see their own locations and everything below them: a regional admin sees the region with all its zones, groups and stores, and no other region.",
      "Moving a location moves everything below it too. The stores follow the rules of their new place from the next day that is made.",
      "You cannot delete a location that still holds something. Move what it holds first.",
      "Regions, zones and groups have their own users. Assign people to the location they look after.",
    ],
  },
  music_schedule: {
    title: "The music schedule",
    about: "How the music of each day is planned, and when it is final.",
    areas: ["MUSIC_SCHEDULE", "PREVIEW"],
    steps: [
      "Each group has a playlist for each day. It is made from the charts and the master rule that apply to the group.",
      "A day starts as a draft. The draft is regenerated when something it depends on changes: a rule, a chart, a song or opening hours.",
      "Check the day before it plays. Hour by hour, each song says why it was scheduled there.",
      "Lock a song to keep it, swap it for another, or regenerate an hour. Each change makes a new draft, and you can restore an earlier version.",
      "Publishing makes a day final. It no longer changes by itself, and the stores' players download it.",
      "A store plays the group's day in its own time zone, within its own opening hours, with its own ads and promos.",
      "Publish at least two days ahead, so that a store that loses its connection has enough to play.",
    ],
  },
  music_schedule_preview: {
    title: "Preview a day",
    about: "See what a group or a store will play, and why.",
    areas: ["PREVIEW"],
    steps: [
      "Open Preview. It lists the coming days of each group with their state: not planned, draft, stale or published.",
      "Choose a day. You see it hour by hour: music, ads, promos and the top of the hour, each at its time.",
      "Open a song's reason. It names the song's part of the mix, the rules that were checked, and any rule that was broken.",
      "Choose a store to see its own day: the same music in its own time zone, with its own ads and promos.",
      "Download the day as CSV if someone else needs to check it.",
      "Publish the day when it is right. What you preview is what plays.",
    ],
  },
  master_rule: {
    title: "The master rule",
    about: "Choose which charts play at what time and in what share, and how long before a song, artist or title repeats.",
    areas: ["MASTER_RULE"],
    steps: [
      "Open Master rule and choose the location: the company, or a region, zone, group or store below it.",
      "A location without its own rule inherits the nearest rule above it. The page says which one.",
      "Choose the time slot. Each slot can have its own mix, for example calmer music in the morning.",
      "Add a line for each chart with its share. The shares must add up to 100%.",
      "Set how long before a song can play again, and how long before another song by the same artist.",
      "Save, then check a day in Preview. Published days stay unchanged; drafts are regenerated.",
      "To make a location inherit again, remove its own rule.",
    ],
  },
  music_chart: {
    title: "Charts",
    about: "What charts are for, how to fill and sort them, and how they reach the stores.",
    areas: ["CHARTS"],
    steps: [
      "A chart is a named list of songs. Master rules take songs from charts.",
      "Fever makes the popular charts, and every company can use them. Custom charts are your company's own: admins of the whole company can change them, and admins of a region, zone or group can view them.",
      "Open Charts and choose a chart. The page says how many of its songs play today, their total length, and which rules use the chart.",
      "Move a song with its up and down buttons, drag it by its handle, or open Change and enter its new position. You can move several selected songs to the top or the end together.",
      "The weight sets how often a song plays: 1 is normal, 10 is most often. The rule's minimum rest still applies.",
      "Keep charts long enough: a share of 30% plays about five songs an hour from the chart. “How often songs repeat” shows the time until every song has played once.",
      "A change to a chart applies to all draft days. Published days stay unchanged.",
      "Rules skip a deactivated chart and play the rest of their mix. You cannot delete a chart that a rule uses; remove it from the rule first.",
    ],
  },
  add_store: {
    title: "Add a store",
    about: "From the address to the first song.",
    areas: ["STORES"],
    steps: [
      "Open Stores and press Add store.",
      "Enter the store's name and code. The code is your own for this store and must be unique in the company.",
      "Choose its group, if it has one. The group decides its music, rules and ads; without a group the company's rule applies.",
      "Enter the opening hours in the store's time zone. Music is planned for these hours only.",
      "Set the volume that the player starts with, and whom to call when the music stops.",
      "Save. The store manager signs in on the store's computer or tablet, and the player downloads the published day by itself.",
      "Check the store's status in the list. It changes to Online within a minute of the player starting.",
    ],
  },
  add_company: {
    title: "Add a company",
    about: "Create a new client's company and invite its first admin.",
    areas: ["COMPANIES"],
    steps: [
      "A company that signed up by itself waits under Requests with its details. Open the request and create the company from it, so that you type nothing twice.",
      "To add any other company, open Companies and press Add company.",
      "Choose a code and the admin's user id. Both must be unique across all companies; capital and small letters count as the same.",
      "Enter the rate and the billing period. The start of billing sets the date of the first invoice.",
      "Save. The first admin receives an email with a link to choose a password.",
      "They complete the company's details, add their first store, and then work on their own.",
    ],
  },
  music_chart_name: {
    title: "Name a chart",
    about: "Give a chart a name that people can find and understand.",
    areas: ["CHARTS"],
    steps: [
      "Say what it contains and when it plays: Morning calm, Diwali 2026, Top 50 Hindi.",
      "A name must be unique in a company; capital and small letters count as the same.",
      "You can rename a chart at any time with Edit. Rules that use it keep working.",
      "Choose the default chart view of its languages, tempos and eras: bar, pie or linear. Anyone who opens the chart can switch to another view.",
      "A logo helps people find a chart among many. Upload a PNG or JPEG picture of 64 to 4096 pixels on the same page.",
    ],
  },
  music_chart_song_search: {
    title: "Find songs for a chart",
    about: "Search the library and add many songs at once, or paste a list of songs.",
    areas: ["CHARTS"],
    steps: [
      "Open the chart and press Add songs.",
      "Type part of a song, an album, a singer or a composer. If no song matches, you see similar ones.",
      "Filter by genre, mood, language, era or tempo. Songs that are already in the chart are marked.",
      "Select songs and add them, or add all matching songs, up to 5,000 at a time.",
      "To add songs from another list, open Paste or upload a list. Paste one song per line, as an ISRC or as title and artist separated by a dash, or upload a CSV file. You see the lines that were not matched.",
      "New songs go to the end of the chart. Songs that are already in it stay where they are.",
      "Songs without a valid licence do not play. The chart marks them.",
    ],
  },
  // what the things are: their pages are not built yet
  ad_schedule: {
    title: "Ads, promos and the top of the hour",
    about: "What plays between the songs.",
    areas: ["NON_MUSIC"],
    steps: [
      "There are three kinds: an advertiser pays for an ad, a promo is the store's own, and the top of the hour plays on the hour.",
      "We plan the songs around them. No song is cut off.",
      "In Preview, a day shows each of them at its time.",
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
