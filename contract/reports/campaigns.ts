import { campaignStateWords, spotKindWords } from "../ads/words.ts";
import { defineReport } from "./report.ts";

const played =
  "Plays on time, in full, by the store's playing device. An hour counts once it is over on the store's clock.";
const missed = "Plays due that were not verified, before make-goods.";
const extra =
  "Verified plays beyond the booking of their day, for example of an hour that was given back while it played.";

export const campaignReport = defineReport({
  key: "CampaignLevelDataReport",
  title: "Campaigns",
  purpose: "How many plays each campaign booked, and how many of them were played and missed.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "asked",
  byBrand: true,
  rows: "Campaigns",
  columns: {
    campaign: { format: "text", heading: "Campaign" },
    brand: { format: "text", heading: "Brand" },
    state: { format: "choice", heading: "State", labels: campaignStateWords },
    startsOn: { format: "date", heading: "First day" },
    endsOn: { format: "date", heading: "Last day" },
    booked: { format: "integer", heading: "Booked", total: "sum" },
    due: { format: "integer", heading: "Due so far", total: "sum" },
    makeGoods: { format: "integer", heading: "Make-goods", total: "sum" },
    extra: { format: "integer", heading: "Beyond booking", total: "sum" },
    verified: { format: "integer", heading: "Verified", total: "sum" },
    missed: { format: "integer", heading: "Missed", total: "sum" },
    toCome: { format: "integer", heading: "Still to come", total: "sum" },
    delivery: {
      format: "percent",
      heading: "Verified of booked",
      total: { ratio: ["verified", "booked"] },
    },
  },
  order: "-startsOn",
  graph: {
    finding: {
      shares: { Verified: { part: "verified", of: ["verified", "missed"] } },
      says: "of the plays due were verified",
      worst: "lowest",
    },
    axes: "Verified plays, in percent of those due",
    kinds: ["bar", "pie"],
    x: "campaign",
    series: ["verified", "missed"],
  },
  notes: {
    rows: "Campaigns with a day of their flight in these dates. Each row counts the whole campaign, not only these dates, so it equals the campaign's own page.",
    booked: "All plays booked in the stores you asked for, hours to come included.",
    due: "Booked plays of hours that are over.",
    makeGoods: "Plays booked again for missed ones, played or still to come.",
    extra,
    verified: `${played} Make-goods are included.`,
    missed,
    toCome:
      "Booked plays and make-goods of hours that are not over. Booked, make-goods and beyond booking add up to verified, missed and still to come.",
    delivery: "Verified plays as a percentage of all plays booked.",
  },
});

export const storeCampaignReport = defineReport({
  key: "StoreWiseCampaignDataReport",
  title: "Campaigns by store and day",
  purpose: "How many plays of each campaign each store played and missed, day by day.",
  dates: { required: true, range: "past", limit: 31 },
  units: "row",
  leadsTo: "store",
  byBrand: true,
  rows: "Campaign days by store",
  columns: {
    day: { format: "date", heading: "Day" },
    campaign: { format: "text", heading: "Campaign" },
    brand: { format: "text", heading: "Brand" },
    booked: { format: "integer", heading: "Booked", total: "sum" },
    makeGoods: { format: "integer", heading: "Make-goods", total: "sum" },
    extra: { format: "integer", heading: "Beyond booking", total: "sum" },
    verified: { format: "integer", heading: "Verified", total: "sum" },
    missed: { format: "integer", heading: "Missed", total: "sum" },
  },
  order: "-day",
  graph: {
    finding: {
      shares: { Verified: { part: "verified", of: ["verified", "missed"] } },
      says: "of the plays due were verified",
      worst: "lowest",
    },
    axes: "Verified plays per day, in percent of those due",
    kinds: ["linear", "bar"],
    x: "day",
    series: ["verified", "missed"],
  },
  notes: {
    rows: "Days on which a campaign had a play due, or a verified one, by the store's own calendar.",
    booked: "Booked plays of hours that are over on the store's clock.",
    makeGoods: "Plays that make up for ones missed earlier. They are not in “Booked”.",
    extra: `${extra} Booked, make-goods and beyond booking add up to verified and missed.`,
    verified: played,
    missed,
  },
});

export const adSchedulePreview = defineReport({
  key: "AdSchedulePreviewReport",
  title: "Ad schedule",
  purpose: "Which spots are due in each store, when, and for which campaign.",
  dates: { required: true, range: "future", limit: 31 },
  units: "row",
  leadsTo: "store",
  byBrand: true,
  rows: "Hours and times",
  columns: {
    day: { format: "date", heading: "Date" },
    time: { format: "time", heading: "Time" },
    campaign: { format: "text", heading: "Campaign" },
    brand: { format: "text", heading: "Brand" },
    spot: { format: "text", heading: "Spot" },
    type: { format: "choice", heading: "Type", labels: spotKindWords },
    plays: { format: "integer", heading: "Plays", total: "sum" },
    seconds: { format: "seconds", heading: "Length", total: "sum" },
    state: { format: "choice", heading: "State", labels: campaignStateWords },
  },
  order: "day",
  graph: {
    finding: { perDay: "plays" },
    axes: "Plays per day",
    kinds: ["bar", "linear"],
    x: "day",
    series: ["plays"],
  },
  notes: {
    rows: "From what campaigns have booked or hold. A campaign with exact times has a row for each; others have one for each hour, and the store's log says at which minute of it a spot plays.",
    time: "The exact time, or the hour from that time on, by the store's clock.",
    spot: "Spots of a rotation take turns.",
    plays: "Plays booked or held in that hour, or at that time.",
    seconds: "Plays times the spot's length. For a rotation, its average length by weight.",
    state: "The campaign's state today. A campaign that is held or paused does not play.",
  },
});
