import { songRecordings } from "./audio.ts";
import { companies } from "./companies.ts";
import type { DemoSong } from "./songs.ts";

export const chartIds = {
  calmMornings: 1001,
  bollywoodStyle: 1002,
  instrumentalLounge: 1003,
  upbeatRetail: 1004,
  englishAfternoon: 1005,
  southRadio: 1006,
  punjabiParty: 1007,
  softEvening: 1008,
  coffeehouse: 1009,
  festiveLights: 1010,
  evergreens: 1011,
  newReleases: 1012,
  interludes: 1013,
  flagshipFavourites: 2001,
  flagshipCalm: 2002,
  flagshipBright: 2003,
  brandMix: 2004,
  festiveFloor: 2005,
  storesAbroad: 2006,
  bengaluruMix: 3001,
  kannadaHour: 3002,
  closingTime: 3003,
  lastSummer: 3004,
  morningRoast: 4001,
  rainyWindow: 4002,
  openMic: 4003,
} as const;

type ChartPlan = {
  id: number;
  name: string;
  description: string;
  display?: "bar" | "pie" | "linear";
  /** The most songs. */
  limit: number;
  /** Songs in heavy rotation are drawn three times as often, those in medium rotation twice. */
  weighted?: true;
  active?: false;
  fits: (song: DemoSong) => boolean;
};

/**
 * The full-length recordings, and songs in heavy rotation among those that are synthesised
 * on request.
 */
const isOfFlagships = ({ id, language, rating, explicit, audioFile }: DemoSong) =>
  id <= songRecordings.length ||
  (["Hindi", "English", "Instrumental"].includes(language) &&
    rating === "Heavy rotation" &&
    !explicit &&
    audioFile !== null);

export const isPiece = ({ durationSeconds }: DemoSong) => durationSeconds < 60;

const sings = (...languages: DemoSong["language"][]) => {
  return ({ language }: DemoSong) => languages.includes(language);
};

const isLicensedEverywhere = ({ territories = [] }: DemoSong) => territories.length === 0;

export const popular: readonly ChartPlan[] = [
  {
    id: chartIds.calmMornings,
    name: "Top 50 Calm mornings",
    limit: 50,
    display: "pie",
    description: "Slow songs for the first hours, in every language.",
    fits: ({ tempo }) => tempo === 1,
  },
  {
    id: chartIds.bollywoodStyle,
    name: "Bollywood-style hits",
    limit: 120,
    description: "Hindi songs that everybody in the shop knows.",
    fits: sings("Hindi"),
  },
  {
    id: chartIds.instrumentalLounge,
    name: "Instrumental lounge",
    limit: 90,
    display: "linear",
    description: "No words, for shops where people talk.",
    fits: sings("Instrumental"),
  },
  {
    id: chartIds.upbeatRetail,
    name: "Upbeat retail",
    limit: 150,
    description: "Medium and fast, for full shops.",
    fits: ({ tempo, mood }) => tempo > 1 && mood !== "Romantic",
  },
  {
    id: chartIds.englishAfternoon,
    name: "English afternoon",
    limit: 110,
    description: "English songs of all eras.",
    fits: sings("English"),
  },
  {
    id: chartIds.southRadio,
    name: "South radio",
    limit: 80,
    display: "pie",
    description: "Tamil and Telugu, with some Malayalam and Kannada.",
    fits: sings("Tamil", "Telugu", "Malayalam", "Kannada"),
  },
  {
    id: chartIds.punjabiParty,
    name: "Punjabi party",
    limit: 60,
    description: "Bhangra and pop for weekends.",
    fits: sings("Punjabi"),
  },
  {
    id: chartIds.softEvening,
    name: "Soft evening",
    limit: 100,
    display: "linear",
    description: "Slow and medium, as the day ends.",
    fits: ({ tempo, mood }) => tempo < 3 && mood !== "Happy",
  },
  {
    id: chartIds.coffeehouse,
    name: "Coffeehouse",
    limit: 140,
    description: "Instrumental and indie, never loud.",
    fits: ({ language, genre }) => language === "Instrumental" || genre === "Indie",
  },
  {
    id: chartIds.festiveLights,
    name: "Festive lights",
    limit: 120,
    display: "pie",
    weighted: true,
    description: "Songs for Diwali and the other festivals of autumn.",
    fits: ({ seasons }) =>
      seasons.some((season) =>
        ["Diwali", "Navratri", "Durga Puja", "Dasara", "Ganesh Chaturthi"].includes(season),
      ),
  },
  {
    id: chartIds.evergreens,
    name: "Evergreens to 2005",
    limit: 100,
    display: "linear",
    description: "What parents and children both sing along with.",
    fits: ({ year, rating }) => (year ?? 0) <= 2005 && rating === "Evergreen",
  },
  {
    id: chartIds.newReleases,
    name: "New releases",
    limit: 80,
    weighted: true,
    description: "Of the last two years; what is in heavy rotation comes more often.",
    fits: ({ year }) => (year ?? 0) >= 2024,
  },
  {
    id: chartIds.interludes,
    name: "Interludes",
    limit: 60,
    description: "Pieces of 20 to 40 seconds between songs and announcements.",
    fits: isPiece,
  },
];

export const custom: readonly (readonly [companyId: number, charts: readonly ChartPlan[]])[] = [
  [
    companies.northwind.id,
    [
      {
        id: chartIds.flagshipFavourites,
        name: "Flagship favourites",
        limit: 250,
        fits: isOfFlagships,
        description: "All that the flagship stores play.",
      },
      // Songs of medium tempo are in both of these, so that either has enough lengths to end an
      // hour with.
      {
        id: chartIds.flagshipCalm,
        name: "Flagship calm",
        limit: 150,
        fits: (song) => isOfFlagships(song) && song.tempo <= 2,
        description: "The calmer half of the favourites.",
        display: "pie",
      },
      {
        id: chartIds.flagshipBright,
        name: "Flagship bright",
        limit: 150,
        fits: (song) => isOfFlagships(song) && song.tempo >= 2,
        description: "The brighter half of the favourites.",
        display: "linear",
      },
      {
        id: chartIds.brandMix,
        name: "Northwind brand mix",
        limit: 80,
        description: "How Northwind sounds: happy, and going up.",
        fits: ({ mood }) => mood === "Uplifting" || mood === "Happy",
      },
      {
        id: chartIds.festiveFloor,
        name: "Festive floor",
        limit: 60,
        weighted: true,
        description: "Fast songs for sale days.",
        fits: ({ tempo }) => tempo === 3,
      },
    ],
  ],
  [
    companies.brightmart.id,
    [
      {
        id: chartIds.bengaluruMix,
        name: "Bengaluru mix",
        limit: 90,
        display: "pie",
        weighted: true,
        description: "As many languages as there are at the till.",
        fits: sings("Kannada", "Tamil", "Telugu", "Hindi", "English"),
      },
      {
        id: chartIds.kannadaHour,
        name: "Kannada hour",
        limit: 60,
        description: "For the shops in Karnataka.",
        fits: sings("Kannada"),
      },
      {
        id: chartIds.closingTime,
        name: "Closing time",
        limit: 40,
        display: "linear",
        description: "Slow songs for the last half hour.",
        fits: ({ tempo, energy }) => tempo === 1 && (energy ?? 0) < 25,
      },
      {
        id: chartIds.lastSummer,
        name: "Last summer's sale",
        limit: 50,
        active: false,
        description: "Kept for next year.",
        fits: ({ mood }) => mood === "Party" || mood === "Energetic",
      },
    ],
  ],
  [
    companies.corner.id,
    [
      {
        id: chartIds.morningRoast,
        name: "Morning roast",
        limit: 60,
        weighted: true,
        description: "Soft, acoustic and wordless until eleven.",
        fits: ({ genre, tempo }) =>
          tempo < 3 && ["Indie", "Jazz", "Lounge", "Lo-fi"].includes(genre),
      },
      {
        id: chartIds.rainyWindow,
        name: "Rainy window",
        limit: 40,
        display: "pie",
        description: "For the monsoon, and for who stays for a second cup.",
        fits: ({ mood, tempo }) => tempo === 1 && (mood === "Nostalgic" || mood === "Dreamy"),
      },
      {
        id: chartIds.openMic,
        name: "Open mic Friday",
        limit: 50,
        display: "linear",
        description: "English and Hindi indie.",
        fits: ({ language, genre }) =>
          genre === "Indie" && (language === "English" || language === "Hindi"),
      },
    ],
  ],
  // last, so that the charts above keep their songs
  [
    companies.northwind.id,
    [
      {
        id: chartIds.storesAbroad,
        name: "Stores abroad",
        limit: 300,
        description: "Licensed in every country, for London and Dubai.",
        fits: isLicensedEverywhere,
      },
    ],
  ],
];
