import type { CsvColumn } from "../base/csv-columns.ts";

const day = <Member extends string>(member: Member, heading: string, last = "") => ({
  member,
  heading,
  also: [heading.slice(0, 3)],
  meaning: `Opening hours: 09:00-21:00, closed, or 18:00-02:00 to close the next day.${last}`,
});
const forNew = (usual: string) => `If this is empty, a new store gets ${usual}.`;

/** Members of the weekdays; 0 is Sunday. */
export const storeCsvDays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** The columns of the stores' CSV, for export and import. */
export const storeCsvColumns = [
  {
    member: "storeCode",
    heading: "Store code",
    also: ["Code"],
    required: true,
    meaning: "Identifies the store of the row. A new code adds a store.",
  },
  {
    member: "storeName",
    heading: "Store",
    also: ["Store name", "Name"],
    meaning: "A new store needs one.",
  },
  {
    member: "region",
    heading: "Region",
    meaning: "The name of the group's region. Needed if several groups have the same name.",
  },
  { member: "zone", heading: "Zone", meaning: "The name of the group's zone." },
  {
    member: "group",
    heading: "Group",
    meaning: "The name of an existing group.",
  },
  {
    member: "status",
    heading: "Account status",
    also: ["Status"],
    meaning: "active or inactive. A new store is active if this is empty.",
  },
  {
    member: "timeZone",
    heading: "Time zone",
    meaning: `For example Asia/Kolkata. ${forNew("the company's")}`,
  },
  { member: "addressLine", heading: "Address", clearable: true, meaning: "Street and number." },
  { member: "city", heading: "City", meaning: "A new store needs one." },
  { member: "state", heading: "State", clearable: true, meaning: "State or province." },
  {
    member: "country",
    heading: "Country",
    meaning: `The country's name or two-letter code, for example IN. ${forNew("the company's")}`,
  },
  {
    member: "postalCode",
    heading: "Postal code",
    clearable: true,
    meaning: "3 to 12 letters, digits, spaces and -.",
  },
  {
    member: "contactName",
    heading: "Contact",
    clearable: true,
    meaning: "The person to ask for in the store.",
  },
  {
    member: "phoneCountryCode",
    heading: "Phone country code",
    clearable: true,
    meaning: "For example 91.",
  },
  {
    member: "phone",
    heading: "Phone",
    clearable: true,
    meaning: "6 to 14 digits. You may write the country code before them: 91 9876543210.",
  },
  { member: "email", heading: "Email", clearable: true, meaning: "The store's email address." },
  {
    member: "volume",
    heading: "Volume",
    meaning: `0 to 100. ${forNew("the company's usual volume")}`,
  },
  day("mon", "Monday", ` ${forNew("10:00-22:00")}`),
  day("tue", "Tuesday"),
  day("wed", "Wednesday"),
  day("thu", "Thursday"),
  day("fri", "Friday"),
  day("sat", "Saturday"),
  day("sun", "Sunday"),
  {
    member: "licenceName",
    heading: "Licence",
    also: ["Licence name"],
    clearable: true,
    meaning: "The store's own licence to play music in public.",
  },
  {
    member: "licenceNumber",
    heading: "Licence number",
    clearable: true,
    meaning: "As written on the licence.",
  },
  {
    member: "licenceFrom",
    heading: "Licence from",
    clearable: true,
    meaning: "A date as dd/MM/yy or yyyy-MM-dd.",
  },
  {
    member: "licenceTo",
    heading: "Licence to",
    clearable: true,
    meaning: "A date on or after the first.",
  },
] as const satisfies readonly CsvColumn[];

/**
 * Columns of the export about a store's state. A file that is imported again may have them, and
 * they are ignored.
 */
export const storeCsvFacts = [
  "Company",
  "Since",
  "Status now",
  "Last seen",
  "Last played",
  "Player volume",
  "Plays today",
  "Device",
  "Device serial",
] as const;
