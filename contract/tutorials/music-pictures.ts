import type { Picture } from "./picture.ts";
import type { TutorialKey } from "./words.ts";

const admin = "client.admin";
const day = "^/admin/preview/day\\?";
const chart = "^/admin/charts/custom/[^/?]{20,}$";
const popularChart = "^/admin/charts/popular/[^/?]{20,}$";

/** The pictures of the tutorials about schedules, rules and charts. */
export const musicPictures = {
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
} satisfies Partial<Record<TutorialKey, readonly Picture[]>>;
