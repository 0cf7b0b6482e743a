import type { TutorialKey } from "./words.ts";

/**
 * A picture of the product that scripts/tutorials.ts takes; tests/browser/tutorials.journey.ts
 * proves that its place is still there.
 */
export type Picture = {
  /**
   * The step that it illustrates, counted from 0; a tutorial's first picture is of its first step.
   */
  step: number;
  /** The demo's user who sees it. */
  as: "client.admin" | "super.admin";
  /**
   * The page to open; then the first link of each page that leads to such an address is followed.
   */
  open: string;
  follow?: readonly string[];
  /** The part of the page in the picture, by the page's own name. */
  shows: string;
  /** A description of the picture, for people who cannot see it. */
  alt: string;
};

const admin = "client.admin";
const staff = "super.admin";
const day = "^/admin/preview/day\\?";
const chart = "^/admin/charts/custom/[^/?]{20,}$";
const popularChart = "^/admin/charts/popular/[^/?]{20,}$";
const campaign = "^/admin/ads/[^/?]{20,}$";

export const tutorialPictures: Record<TutorialKey, readonly Picture[]> = {
  company_hierarchy: [
    {
      step: 0,
      as: admin,
      open: "/admin/hierarchy",
      shows: "Hierarchy",
      alt: "The hierarchy of a company as a tree of regions, zones and groups.",
    },
    {
      step: 1,
      as: admin,
      open: "/admin/hierarchy/unassigned",
      shows: "Group",
      alt: "The list of stores without a group, with the group to assign them to.",
    },
    {
      step: 3,
      as: admin,
      open: "/admin/users",
      shows: "Role and scope",
      alt: "The list of users, each with the locations that they see.",
    },
  ],
  music_schedule: [
    {
      step: 0,
      as: admin,
      open: "/admin/schedule",
      shows: "Choose a day",
      alt: "The music schedule of a group for one day, hour by hour.",
    },
    {
      step: 2,
      as: admin,
      open: "/admin/schedule",
      shows: "Mix",
      alt: "The songs of an hour, and the shares of the day's charts beside them.",
    },
    {
      step: 3,
      as: admin,
      open: "/admin/schedule",
      shows: "Versions",
      alt: "A day of the schedule with the button that lists its versions.",
    },
    {
      step: 6,
      as: admin,
      open: "/admin/preview",
      shows: "Publish days",
      alt: "The coming days of all groups, and the button that publishes many of them.",
    },
  ],
  music_schedule_preview: [
    {
      step: 0,
      as: admin,
      open: "/admin/preview",
      shows: "Preview",
      alt: "The coming days of each group with their state.",
    },
    {
      step: 1,
      as: admin,
      open: "/admin/preview",
      follow: [day],
      shows: "Day",
      alt: "A day hour by hour, each song with its time and its chart.",
    },
    {
      step: 3,
      as: admin,
      open: "/admin/preview",
      follow: [day],
      shows: "As heard in",
      alt: "The field that shows the day as one store hears it.",
    },
    {
      step: 4,
      as: admin,
      open: "/admin/preview",
      follow: [day],
      shows: "Download CSV",
      alt: "A day with the button Download CSV.",
    },
  ],
  master_rule: [
    {
      step: 0,
      as: admin,
      open: "/admin/master-rule",
      shows: "Locations",
      alt: "The master rule page with the locations on the left.",
    },
    {
      step: 2,
      as: admin,
      open: "/admin/master-rule",
      shows: "Time slots",
      alt: "The time slots of a location's rule as tabs.",
    },
    {
      step: 3,
      as: admin,
      open: "/admin/master-rule",
      shows: "Rule",
      alt: "The lines of a mix, each with its share.",
    },
    {
      step: 5,
      as: admin,
      open: "/admin/master-rule",
      shows: "Minimum rest",
      alt: "The fields for how long a song and an artist rest.",
    },
  ],
  music_chart: [
    {
      step: 0,
      as: admin,
      open: "/admin/charts",
      shows: "Charts",
      alt: "The list of charts with the number of their songs.",
    },
    {
      step: 2,
      as: admin,
      open: "/admin/charts",
      follow: [popularChart],
      shows: "Chart figures",
      alt: "A chart with its figures and its songs.",
    },
    {
      step: 3,
      as: admin,
      open: "/admin/charts?kind=custom",
      follow: [chart],
      shows: "Change",
      alt: "The songs of a chart, each with the button Change.",
    },
    {
      step: 5,
      as: admin,
      open: "/admin/master-rule",
      shows: "Share",
      alt: "A rule that takes a share of its songs from each chart.",
    },
  ],
  add_store: [
    {
      step: 0,
      as: admin,
      open: "/admin/stores",
      shows: "Add store",
      alt: "The list of stores with the button Add store.",
    },
    {
      step: 1,
      as: admin,
      open: "/admin/store/add",
      shows: "Store code",
      alt: "The first step of the form, with the store's name and code.",
    },
    {
      step: 2,
      as: admin,
      open: "/admin/store/add",
      shows: "Group",
      alt: "The field in which the store's group is chosen.",
    },
    {
      step: 6,
      as: admin,
      open: "/admin/stores",
      shows: "Online",
      alt: "The list of stores with the number of stores that are online.",
    },
  ],
  add_company: [
    {
      step: 0,
      as: staff,
      open: "/admin/requests",
      shows: "Requests",
      alt: "The requests of companies that signed up by themselves.",
    },
    {
      step: 1,
      as: staff,
      open: "/admin/companies",
      shows: "Add company",
      alt: "The list of companies with the button Add company.",
    },
    {
      step: 2,
      as: staff,
      open: "/admin/companies/add",
      shows: "Company code",
      alt: "The form of a company with its name and code.",
    },
    {
      step: 3,
      as: staff,
      open: "/admin/companies/add",
      shows: "Billing period",
      alt: "The rate, the billing period and the start of billing.",
    },
  ],
  music_chart_name: [
    {
      step: 0,
      as: admin,
      open: "/admin/charts/add?kind=custom",
      shows: "Name",
      alt: "The form of a new chart with its name.",
    },
    {
      step: 2,
      as: admin,
      open: "/admin/charts?kind=custom",
      follow: [chart],
      shows: "Edit",
      alt: "A chart with the button Edit.",
    },
    {
      step: 3,
      as: admin,
      open: "/admin/charts?kind=custom",
      follow: [chart, "/edit$"],
      shows: "Default chart view",
      alt: "The choice between bar, pie and linear.",
    },
    {
      step: 4,
      as: admin,
      open: "/admin/charts?kind=custom",
      follow: [chart, "/edit$"],
      shows: "Logo",
      alt: "The panel in which a chart's logo is uploaded.",
    },
  ],
  music_chart_song_search: [
    {
      step: 0,
      as: admin,
      open: "/admin/charts?kind=custom",
      follow: [chart],
      shows: "Add songs",
      alt: "A chart with the button Add songs.",
    },
    {
      step: 1,
      as: admin,
      open: "/admin/charts?kind=custom",
      follow: [chart, `${chart.slice(0, -1)}/add`],
      shows: "Search the library",
      alt: "The search over the library, with its filters.",
    },
    {
      step: 4,
      as: admin,
      open: "/admin/charts?kind=custom",
      follow: [chart, `${chart.slice(0, -1)}/add`, "/list$"],
      shows: "Songs",
      alt: "The page on which a list of songs is pasted or uploaded.",
    },
  ],
  ad_schedule: [
    {
      step: 0,
      as: admin,
      open: "/admin/ads/spots",
      shows: "Ad spots",
      alt: "The list of ad spots, each with its kind and length.",
    },
    {
      step: 1,
      as: admin,
      open: "/admin/ads",
      shows: "Add campaign",
      alt: "The list of campaigns with the button Add campaign.",
    },
    {
      step: 5,
      as: admin,
      open: "/admin/ads?state=LIVE",
      follow: [campaign],
      shows: "Plays",
      alt: "A campaign with its plays by day and hour.",
    },
    {
      step: 6,
      as: admin,
      open: "/admin/ads/calendar",
      shows: "Ad calendar",
      alt: "All campaigns over some weeks.",
    },
  ],
  ad_duration: [
    {
      step: 0,
      as: admin,
      open: "/admin/ads/spots",
      shows: "Length",
      alt: "The list of ad spots with the length of each.",
    },
    {
      step: 1,
      as: admin,
      open: "/admin/ads/settings",
      shows: "Ad time per hour",
      alt: "The ad settings with the ad time of an hour.",
    },
    {
      step: 5,
      as: admin,
      open: "/admin/ads/settings",
      shows: "Hours of the week",
      alt: "The week in which prime hours are marked.",
    },
  ],
  ad_book_slot: [
    {
      step: 0,
      as: admin,
      open: "/admin/ads/availability",
      shows: "Play length (seconds)",
      alt: "The filters of availability: kind, length, days and locations.",
    },
    {
      step: 1,
      as: admin,
      open: "/admin/ads/availability",
      shows: "Hours by day",
      alt: "The hours of some days, each cell with the plays that still fit.",
    },
    {
      step: 3,
      as: admin,
      open: "/admin/ads/availability",
      shows: "Show by store",
      alt: "The button that lists the stores.",
    },
    {
      step: 5,
      as: admin,
      open: "/admin/ads",
      follow: [campaign],
      shows: "Plays",
      alt: "A campaign with its plays, what they take and what they cost.",
    },
  ],
};
