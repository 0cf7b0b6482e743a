import { unitFields } from "../base/scope.ts";
import { monthAfter } from "../billing/words.ts";
import { catalogueLists } from "../library/words.ts";
import { mixFacets } from "../schedule/mix-words.ts";

export type Sampling = {
  /** The id to put where a member names one. */
  id: (name: string) => number | string;
  /** An optional member to include as well. */
  include?: string;
  /** Which of a list of words: -1 is the last; the first by default. */
  choice?: number;
  /** The version of the item to be changed; the first by default. */
  version?: string;
  /** For members that take a UUID; a random one by default. */
  uuid?: string;
  /** Values in place of the examples, by the names of members. */
  values?: Record<string, unknown>;
};

/**
 * Values for members whose form the schema does not define; a new endpoint that needs another adds
 * it here. A function gets the request's options.
 */
export const examples: Readonly<Record<string, unknown>> = {
  industry: "Other",
  start: "Just looking",
  consent: true,
  languages: ["Hindi"],
  storeCode: "MUM-014",
  companyCode: "NORTHWIND",
  companyName: "Northwind Retail",
  storeName: "Andheri West",
  isrc: "INXYZ2600001",
  name: "Monsoon sale",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  week: [{ weekday: 1, opens: "09:00", closes: "21:00" }],
  publishAt: "04:30",
  structuredData: '{"@context": "https://schema.org", "@type": "Organization"}',
  /** Plays of a campaign in the hours of the day. */
  plays: Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 1 : 0)),
  exactTimes: "600,720",
  /** The first song of a day that begins at the top of an hour. */
  index: 1,
  form: "store/add",
  part: "part",
  timeZone: "Asia/Kolkata",
  cueInSeconds: 0,
  cueOutSeconds: null,
  phone: "9876543210",
  phoneCountryCode: "91",
  postalCode: "400001",
  commEmail: "office@example.com",
  email: "asha.rao@example.com",
  password: "Example@2026pass",
  currentPassword: "Example@2026pass",
  percent: 100,
  mix: ({ id, include = "chartId" }: Sampling) => {
    const ofFilter = mixFacets.find((facet) => `${facet}Ids` === include);
    return [
      {
        percent: 100,
        ...(ofFilter ? { kind: "songs", [include]: [id(include)] } : { chartId: id("chartId") }),
      },
    ];
  },
  set: ({ choice }: Sampling) => ({ status: choice ? "inactive" : "active" }),
  country: "IN",
  countryId: "IN",
  billingRate: "1450.00",
  amount: "1450.50",
  irn: "0".repeat(64),
  ackNo: "112610036563310",
  ackAt: "2026-05-01 10:20:00",
  signedQr: "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmVk",
  gstNo: "27AAPFU0939F1ZV",
  panNo: "AAPFU0939F",
  sacMusic: "998432",
  sacAds: "998369",
  companyAdminUserId: "northwind.admin",
  stateId: "IN-MH",
  state: "Maharashtra",
  username: "asha.rao",
  usernames: "asha.rao arjun",
  slotName: "Morning",
  chartName: "Evening hits",
  regionName: "West",
  zoneName: "Mumbai",
  groupName: "Malls",
  role: "ROLE_Client_Admin_Limited",
  /** A report of the present state, which needs no dates. */
  report: "Total_stores",
  frequency: "daily",
  /** The level of the included units. */
  level: ({ include }: Sampling) =>
    Object.entries(unitFields).find(([, field]) => field === include)?.[0] ?? "national",
  /** The address of a webhook. */
  url: "https://receiver.example/events",
  issuer: "https://login.example.com",
  clientId: "fever-in-store",
  clientSecret: "made-up-secret",
  deviceId: "tablet-1",
  command: "tone",
  "device-id": "tablet-1",
  playFrom: "06:00",
  playTo: "11:00",
  list: "stores",
  filters: { search: "Mumbai" },
  /** Also contained in the names of other companies' items: "Foreign", "Elsewhere". */
  q: "e",
  token: "the-token-of-a-link",
  refresh: "Bearer made-up",
  authorization: "Bearer made-up",
};
/**
 * Members that are optional in a schema but required by an extra rule, by call: one of each list,
 * the first unless another is asked for.
 */
export const calledFor: Record<string, string[][]> = {
  "POST /user": [["level"]],
  "PUT /user": [["level"]],
  "PATCH /user/update-for-users": [
    ["toAssign", "toUnassign", "matching"],
    ["storeId", "groupId", "zoneId", "regionId"],
  ],
  "PATCH /store/assign-group": [["ids", "matching"]],
  "PATCH /chart/activate-deactivate": [["ids"]],
  "PATCH /spot/activate-deactivate": [["ids"]],
  "PUT /update-notification-count": [["count"]],
  "PATCH /store/bulk": [
    ["ids", "matching"],
    ["volume", "groupId", "week"],
  ],
  "PATCH /multimedia": [["ids", "matching"]],
  "PUT /timeSlot/add-update-list": [["slots"]],
  "POST /masterRule/copy": [["toRegionIds", "toZoneIds", "toGroupIds", "toStoreIds"]],
  "POST /masterRule/restore": [["versionId", "undoOf"], ["version"]],
  "PUT /chart-song": [["songIds", "matching"], ["weight"]],
  "PUT /chart-song/custom-chart": [["songIds", "matching"], ["weight"]],
  "DELETE /chart-song": [["songIds", "all"]],
  "DELETE /chart-song/custom-chart": [["songIds", "all"]],
  "POST /multimedia-to-chart": [["songIds"]],
  "POST /check-multimedia": [["isrc"]],
  ...Object.fromEntries(
    ["POST /event-playlist", "PUT /event-playlist", "POST /event-playlist/check"].map((name) => [
      name,
      [["groupIds", "regionIds", "zoneIds", "storeIds"]],
    ]),
  ),
  ...Object.fromEntries(
    ["POST /campaign", "PUT /campaign", "POST /campaign/quote"].map((name) => [
      name,
      [["groupIds", "regionIds", "zoneIds", "storeIds"], ["plays"]],
    ]),
  ),
  "PUT /report-schedule/outside": [["isAllowed"]],
  "POST /receipt": [["amount"]],
  "POST /receipt/{id}/allocate": [["invoiceId", "openingId"]],
  "POST /receipt/{id}/release": [["invoiceId", "openingId"]],
  "PUT /receipt/{id}/certificate": [["tdsCertificate"]],
  "PUT /company/sign-in-service": [["issuer"], ["clientId"], ["clientSecret"]],
  "POST /player/commands/{id}": [["device-id"]],
  "POST /emails/bounces": [["messageId"]],
  "POST /player/play-outs": [["itemId"]],
  "POST /group-playlist/publish": [["groupIds"]],
  "PATCH /store/activate-deactivate": [["ids", "matching"]],
  "PUT /event-playlist-song": [["songIds"]],
  "PUT /demo-playlist-song": [["songIds"]],
  ...Object.fromEntries(catalogueLists.map(({ path }) => [`PUT /${path}`, [["status"]]])),
};
/** Values of single calls, where the same name takes another form. */
export const ofCall: Record<string, Record<string, unknown>> = {
  "PUT /dunning-settings": { days: "7, 15, 30" },
  "GET /invoice/{id}/dunning/preview": { days: 7 },
  "POST /billing-rate": { from: () => monthAfter(tomorrow(), 1), rate: "1450.00" },
  ...Object.fromEntries(
    ["/gstr1", "/gstr1/json", "/gstr1/csv", "/e-invoice"].map((path) => [
      `GET ${path}`,
      { month: () => monthAfter(inDays(0), 0) },
    ]),
  ),
  "POST /receipt": { receivedOn: () => inDays(0) },
  "PUT /campaign/brand/contacts": {
    contacts: [{ name: "Asha Rao", email: "asha.rao@example.com", role: "Media buyer" }],
  },
  "POST /campaign/proof-link/email": { to: ["asha.rao@example.com"] },
  "PUT /footfall": {
    rows: () => [{ storeCode: "NWR-0001", date: yesterday(), hour: 10, visitors: 118 }],
  },
  "DELETE /report-schedule/{id}/links": { address: "buyer@brand.example" },
  "PUT /report-schedule/outside": { isAllowed: true },
  "PUT /report-schedule/{id}/received": { receives: false },
  "POST /opening-balance": { issuedOn: () => inDays(-30), kind: "owed" },
};
export const calledForByAll = [["currentPassword"]];
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
export const yesterday = () => inDays(-1);
export const tomorrow = () => inDays(1);
