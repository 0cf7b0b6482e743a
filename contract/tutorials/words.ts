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
  /** The reader's new skill, in one sentence. */
  about: string;
  /** The areas whose pages it explains: open to users who may open one of them. */
  areas: readonly Area[];
  steps: readonly string[];
};

export const tutorials: Record<TutorialKey, Tutorial> = {
  company_hierarchy: {
    title: "The hierarchy of a company",
    about:
      "How regions, zones, groups and stores belong together, and what a store's place in the hierarchy decides.",
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
    about:
      "Choose which music plays at what time and in what share, by chart or by genre, mood, language or tempo, and how long before a song, artist or title repeats.",
    areas: ["MASTER_RULE"],
    steps: [
      "Open Master rule and choose the location: the company, or a region, zone, group or store below it.",
      "A location without its own rule inherits the nearest rule above it. The page says which one.",
      "Choose the time slot. Each slot can have its own mix, for example calmer music in the morning.",
      "Add a line with its share for each chart, or for songs that match a genre, mood, language, tempo, era or rating chart. The shares must add up to 100%.",
      "Songs that match include those added to the library later. The rule check shows how many can be played in each country.",
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
      "Choose a code and the admin's username. Both must be unique across all companies; capital and small letters count as the same.",
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
  ad_schedule: {
    title: "Ads, promos and the top of the hour",
    about: "What plays between the songs, and how a campaign gets its plays.",
    areas: ["NON_MUSIC"],
    steps: [
      "There are three kinds: an advertiser pays for an ad, a promo is the store's own, and the top of the hour plays on the hour.",
      "A campaign says which spots play, in which locations, from which day to which, on which weekdays and how often in each hour. Open Ads and press Add campaign.",
      "A new campaign is a draft. It takes no plays, so you can change everything in it.",
      "Hold it to keep its plays for some time, or book it to keep them for good. A hold that nobody books expires, and its plays are free again.",
      "A booked campaign is live from its first day to its last. You can pause and resume it, change its dates, or cancel it. Cancelling gives back every hour that has not begun.",
      "The campaign's page shows its plays by day and hour, the stores that have fewer plays than planned, and who changed what.",
      "The calendar shows all campaigns over some weeks. Availability shows what is still free.",
      "Songs are planned around ads, and no song is cut off. In Preview, a day shows each ad at its time.",
    ],
  },
  ad_duration: {
    title: "Ad time and the length of an ad",
    about: "How much ad time an hour has, and how much of it an ad takes.",
    areas: ["NON_MUSIC"],
    steps: [
      "An ad is as long as its audio file, in seconds. The song after an ad begins when the ad ends.",
      "Open Ads, then Ad settings. Ad time per hour is how many seconds of ads a store can sell in an hour. With 600 seconds, an hour has room for sixty ads of 10 seconds, or twenty of 30 seconds.",
      "Promos and top-of-the-hour spots are counted in plays, whatever their length.",
      "An hour in which a store is open for 20 minutes has a third of the ad time. A store sells its top of the hour only if it is open at that moment. What plays after midnight belongs to the next date.",
      "Set the company first. A region, zone, group or store inherits each value until you give it one of its own, and the page says where each value comes from.",
      "Prime hours are sold at the prime rate. Mark them in the week; they are on each store's own clock.",
      "Before you save, you see how much more or less the stores can sell from then on. If more is sold in an hour than it could hold, you can change the value, or save and make good.",
      "When opening hours change, what stores can sell follows within a minute. What is sold stays sold, and hours that no longer have room are listed to make good.",
    ],
  },
  ad_book_slot: {
    title: "Find room and book it",
    about: "See what is free in each hour, and book plays without selling any of them twice.",
    areas: ["NON_MUSIC"],
    steps: [
      "Open Ads, then Availability. Choose the kind, for an ad the length of one play, the days and the locations.",
      "Each cell is one hour of one day. It shows how many plays still fit, added up over the stores. Choose Stores with room or Sold to see the hour in another way.",
      "The fullest and the emptiest hour are named above the cells. Show as table lists the same figures by day.",
      "Press Show by store to see which stores are full.",
      "Hours that have begun, hours in which a store is closed, and days that are not on sale yet offer nothing.",
      "Add a campaign for the days and hours that have room. Before you hold or book it, its page says what it takes and what it costs.",
      "If an hour is full, choose whether nothing is taken or as much as fits. You see each full hour, and other times that have room.",
    ],
  },
};

export const isTutorialKey = (text: string | undefined): text is TutorialKey =>
  tutorialKeys.some((key) => key === text);
