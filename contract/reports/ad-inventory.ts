import { recordOf } from "../base/records.ts";
import { defineReport } from "./report.ts";

const rows = "From the ad ledger, which has a row for each store and date on sale.";
const utilisation = {
  capacity: { format: "seconds", heading: "Capacity", total: "sum" },
  booked: { format: "seconds", heading: "Booked", total: "sum" },
  held: { format: "seconds", heading: "Held", total: "sum" },
  utilisation: {
    format: "percent",
    heading: "Utilisation",
    total: { ratio: ["booked", "capacity"] },
  },
} as const;
const notes = {
  capacity: "Seconds of ads that may be sold in the hours in which stores are open.",
  booked:
    "Seconds that campaigns have booked, past and to come. Cancelled seconds are not counted.",
  held: "Seconds that are held for campaigns that are not booked yet.",
  utilisation: "Booked seconds as a percentage of the capacity.",
};

export const companyAdUtilisation = defineReport({
  key: "CompanyAdInventoryUtilizationReport",
  title: "Ad utilisation by day",
  purpose: "How much of the ad time of all stores is sold on each day.",
  dates: { required: true, range: "future", limit: 31 },
  units: "asked",
  rows: "Days",
  columns: { day: { format: "date", heading: "Day" }, ...utilisation },
  order: "day",
  graph: {
    finding: {
      shares: { Booked: { part: "booked", of: ["capacity"] } },
      says: "of ad time is booked",
      worst: "highest",
    },
    axes: "Booked ad time per day, in percent of the capacity",
    kinds: ["bar", "linear"],
    x: "day",
    series: ["capacity", "booked", "held"],
  },
  notes: { rows, ...notes },
});

export const storeAdUtilisation = defineReport({
  key: "StoreLevelAdInventoryUtilizationReport",
  title: "Ad utilisation by store",
  purpose: "How much of each store's ad time is sold on each day.",
  dates: { required: true, range: "future", limit: 31 },
  units: "row",
  leadsTo: "store",
  rows: "Store days",
  columns: { day: { format: "date", heading: "Day" }, ...utilisation },
  order: "day",
  graph: {
    finding: {
      shares: { Booked: { part: "booked", of: ["capacity"] } },
      says: "of ad time is booked",
      worst: "highest",
    },
    axes: "Booked ad time per day, in percent of the capacity",
    kinds: ["bar", "linear"],
    x: "day",
    series: ["capacity", "booked", "held"],
  },
  notes: { rows, ...notes },
});

export const primeAdInventory = defineReport({
  key: "PrimeAndNonPrimeAdInventory",
  title: "Prime and other ad time",
  purpose: "How much of each store's prime hours, and of its other hours, is sold.",
  dates: { required: true, range: "future", limit: 31 },
  units: "row",
  leadsTo: "store",
  rows: "Store days",
  columns: {
    day: { format: "date", heading: "Day" },
    primeCapacity: { format: "seconds", heading: "Prime capacity", total: "sum" },
    primeBooked: { format: "seconds", heading: "Prime booked", total: "sum" },
    primeUtilisation: {
      format: "percent",
      heading: "Prime utilisation",
      total: { ratio: ["primeBooked", "primeCapacity"] },
    },
    otherCapacity: { format: "seconds", heading: "Other capacity", total: "sum" },
    otherBooked: { format: "seconds", heading: "Other booked", total: "sum" },
    otherUtilisation: {
      format: "percent",
      heading: "Other utilisation",
      total: { ratio: ["otherBooked", "otherCapacity"] },
    },
  },
  order: "day",
  graph: {
    finding: {
      shares: {
        "Prime booked": { part: "primeBooked", of: ["primeCapacity"] },
        "Other booked": { part: "otherBooked", of: ["otherCapacity"] },
      },
      says: "of prime ad time is booked",
      worst: "highest",
    },
    axes: "Booked ad time per day, in percent of the capacity",
    kinds: ["bar", "linear"],
    x: "day",
    series: ["primeCapacity", "primeBooked", "otherCapacity", "otherBooked"],
  },
  notes: {
    rows,
    primeCapacity:
      "Seconds of ads that may be sold in prime hours, as the store's ad settings have them today.",
    primeBooked: "Booked seconds in prime hours.",
    primeUtilisation: "Booked seconds as a percentage of the capacity, in prime hours.",
    otherCapacity: "Seconds that may be sold in all other open hours.",
    otherBooked: "Booked seconds in all other hours.",
    otherUtilisation: "Booked seconds as a percentage of the capacity, in all other hours.",
  },
});

const lengths = ["5", "10", "15", "20", "30", "45", "60"] as const;

export const availableAds = defineReport({
  key: "AdInventoryAvailableToBook",
  title: "Ad time to book",
  purpose: "How many seconds and spots are still free in each hour of each store.",
  dates: { required: true, range: "future", limit: 31 },
  units: "row",
  leadsTo: "store",
  filters: {
    length: {
      label: "Spot length",
      choices: recordOf(lengths, (length) => `${length} seconds`),
      initial: "30",
    },
  },
  rows: "Store hours",
  columns: {
    day: { format: "date", heading: "Day" },
    hour: { format: "time", heading: "Hour" },
    seconds: { format: "seconds", heading: "Free", total: "sum" },
    spots: { format: "integer", heading: "Spots", total: "sum" },
    prime: { format: "choice", heading: "Prime", labels: { yes: "Yes", no: "No" } },
  },
  order: "day",
  graph: {
    finding: { perDay: "of ad time free" },
    axes: "Free ad time per day",
    kinds: ["bar", "linear"],
    x: "day",
    series: ["seconds"],
  },
  notes: {
    rows: "Open hours that have not begun on the store's clock, with free time or without.",
    seconds: "Capacity without what is booked or held.",
    spots: "Spots of the chosen length that fit into the free seconds.",
    prime: "By the store's ad settings of today.",
  },
});
