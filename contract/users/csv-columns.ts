import type { CsvColumn } from "../base/csv-columns.ts";

/** The most users that a file adds: each gets an email. */
export const mostUsersAtATime = 1_000;

/** The columns of the users' CSV, for export and import. */
export const userCsvColumns = [
  {
    member: "username",
    heading: "Username",
    required: true,
    meaning: "Letters, digits and signs, no spaces. It must be unique and cannot be changed later.",
  },
  {
    member: "firstName",
    heading: "First name",
    required: true,
    meaning: "At most 100 characters.",
  },
  { member: "lastName", heading: "Last name", meaning: "At most 100 characters." },
  {
    member: "email",
    heading: "Email",
    required: true,
    meaning: "The invitation is sent to this address.",
  },
  { member: "phone", heading: "Phone", meaning: "For example 91 9876543210." },
  {
    member: "role",
    heading: "Role",
    required: true,
    meaning: "Admin, Admin Limited or Store Manager.",
  },
  {
    member: "level",
    heading: "Level",
    meaning: "national, regional, zonal, group or store. A store manager's level is store.",
  },
  {
    member: "locations",
    heading: "Locations",
    meaning:
      "Names of the level's regions, zones or groups, or codes of its stores, separated by semicolons. Where several have the same name, write the path: North › Zone 1.",
  },
] as const satisfies readonly CsvColumn[];

/** Headings of the export that nobody can import. */
export const userCsvFacts = [
  "Company",
  "Sub-role",
  "Status",
  "Email state",
  "Invited",
  "Last signed in",
];
