import { z } from "zod";
import type { Endpoint } from "../base/endpoint.ts";
import { unitFields } from "../base/scope.ts";
import { monthAfter } from "../billing/words.ts";
import { catalogueLists } from "../library/words.ts";
import { mixFacets } from "../schedule/mix-words.ts";

export type ExampleInput = {
  params?: object;
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
};
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
const examples: Readonly<Record<string, unknown>> = {
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
const calledFor: Record<string, string[][]> = {
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
  "POST /receipt": [["amount"]],
  "POST /receipt/{id}/allocate": [["invoiceId", "openingId"]],
  "POST /receipt/{id}/release": [["invoiceId", "openingId"]],
  "PUT /receipt/{id}/certificate": [["tdsCertificate"]],
  "PUT /company/sign-in-service": [["issuer"], ["clientId"], ["clientSecret"]],
  "POST /player/commands/{id}": [["device-id"]],
  "POST /player/play-outs": [["itemId"]],
  "POST /group-playlist/publish": [["groupIds"]],
  "PATCH /store/activate-deactivate": [["ids", "matching"]],
  "PUT /event-playlist-song": [["songIds"]],
  "PUT /demo-playlist-song": [["songIds"]],
  ...Object.fromEntries(catalogueLists.map(({ path }) => [`PUT /${path}`, [["status"]]])),
};
/** Values of single calls, where the same name takes another form. */
const ofCall: Record<string, Record<string, unknown>> = {
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
  "POST /opening-balance": { issuedOn: () => inDays(-30), kind: "owed" },
};
const calledForByAll = [["currentPassword"]];
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const tomorrow = () => inDays(1);

type Schema = {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  minItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/**
 * Gives valid input for the endpoint's schemas: required members, every id from `sampling`. The
 * OpenAPI document shows it with each call, and the tests' sweeps send it with ids of existing
 * items (tests/sweeps/sample-input.ts), so it must be right. Files are left out.
 */
export function exampleInput(endpoint: Endpoint, options: Sampling): ExampleInput {
  const { params, query, body, headers } = endpoint;
  const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
  const values = { ...options.values, ...ofCall[name] };
  const sampling = { ...options, values, called: [...calledForByAll, ...(calledFor[name] ?? [])] };
  return {
    ...(params && { params: sample(jsonSchema(params), "params", sampling) as object }),
    ...(query && { query: sample(jsonSchema(query), "query", sampling) as object }),
    ...(body && { body: sample(jsonSchema(body), "body", sampling) }),
    ...(headers && {
      headers: sample(jsonSchema(headers), "headers", sampling) as Record<string, string>,
    }),
  };
}

/** The names of all members that hold an identifier, wherever in the input. */
export function idNames({ params, query, body }: Endpoint): string[] {
  const names = new Set<string>();
  const walk = (schema: Schema, name: string) => {
    if (isId(schema, name)) names.add(name);
    for (const [member, inner] of Object.entries(schema.properties ?? {})) walk(inner, member);
    if (schema.items) walk(schema.items, name);
    for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      walk(inner, name);
  };
  for (const part of [params, query, body]) if (part) walk(jsonSchema(part), "");
  return [...names];
}

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;

/** True for a companyId of type text: it is the code in a company's form. */
const isCode = ({ type }: Schema, name: string) => name === "companyId" && type === "string";

const isId = ({ type, format }: Schema, name: string) =>
  // names that people and devices choose
  !["companyAdminUserId", "deviceId", "clientId"].includes(name) &&
  !isCode({ type }, name) &&
  /^ids?$|[a-z]Ids?$|^to(Una|A)ssign$/.test(name) &&
  (format === undefined || (format === "uuid" && name !== "id")) &&
  (type === "integer" || type === "number" || type === "string");

type Called = Sampling & { called: string[][] };

function sample(schema: Schema, name: string, sampling: Called): unknown {
  const inner = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (inner) return sample(inner, name, sampling);
  if (schema.const !== undefined) return schema.const;
  const values = { ...examples, ...sampling.values };
  if (isCode(schema, name)) return exampleOf("companyCode", values, sampling);
  if (isId(schema, name) && !(name in values)) return idAs(schema, name, sampling);
  if (name === "version")
    return schema.type === "string" ? (sampling.version ?? "1") : Number(sampling.version ?? 1);
  const example = exampleOf(name, values, sampling);
  if (schema.enum)
    return schema.enum.includes(example) && !sampling.choice
      ? example
      : schema.enum.at(sampling.choice ?? 0);
  if (example !== undefined) return example;
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([member, property]) =>
              schema.required?.includes(member) ||
              isCalled(member, schema, sampling) ||
              holds(property, member, sampling.include),
          )
          .map(([member, property]) => [member, sample(property, member, sampling)]),
      );
    case "array":
      return schema.minItems ||
        sampling.called.flat().includes(name) ||
        holds(schema.items ?? {}, name, sampling.include)
        ? [sample(schema.items ?? {}, name, sampling)]
        : [];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 0);
    case "boolean":
      return true;
    default:
      return textFor(schema, sampling);
  }
}

function exampleOf(name: string, values: Record<string, unknown>, sampling: Sampling): unknown {
  const value = values[name];
  return typeof value === "function" ? value(sampling) : value;
}

/** True if the member is the chosen one of its list: the one that is included, else the first. */
function isCalled(
  member: string,
  { properties = {} }: Schema,
  { called, include }: Called,
): boolean {
  const list = called.find((members) => members.includes(member));
  return (
    list !== undefined &&
    (list.find((one) => holds(properties[one] ?? {}, one, include)) ?? list[0]) === member
  );
}

/**
 * Texts that name an item: several ids with commas, a play-out's log and position, a file of the
 * player.
 */
function idAs(
  schema: Schema,
  name: string,
  { id, uuid = globalThis.crypto.randomUUID() }: Sampling,
): unknown {
  if (schema.type !== "string") return id(name);
  if (schema.format === "uuid") return typeof id(name) === "string" ? id(name) : uuid;
  if (schema.pattern?.startsWith("^\\d")) return String(id(name));
  return /song\|spot/.test(schema.pattern ?? "") ? `spot-${id("spotId")}` : `${id("logId")}-0`;
}

function textFor({ format }: Schema, { uuid = globalThis.crypto.randomUUID() }: Sampling): string {
  if (format === "date") return tomorrow();
  if (format === "date-time") return new Date().toISOString();
  if (format === "uuid" || format === "guid") return uuid;
  return "Example";
}

function holds(schema: Schema, name: string, memberName: string | undefined): boolean {
  if (memberName === undefined) return false;
  if (name === memberName) return !isCode(schema, name);
  return (
    Object.entries(schema.properties ?? {}).some(([member, property]) =>
      holds(property, member, memberName),
    ) ||
    (schema.items !== undefined && holds(schema.items, name, memberName))
  );
}
