import { musicPictures } from "./music-pictures.ts";
import type { Picture } from "./picture.ts";
import type { TutorialKey } from "./words.ts";

const admin = "client.admin";
const staff = "super.admin";
const campaign = "^/admin/ads/[^/?]{20,}$";

export const tutorialPictures: Record<TutorialKey, readonly Picture[]> = {
  ...musicPictures,
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
