import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { fileFormats, tableMediaTypes } from "../base/table-files.ts";
import { FileHeaders } from "../files/endpoints.ts";
import { outcomes, recipientRoles, scheduleLimits } from "./words.ts";

/** A scheduled report's recipients besides its owner (docs/decisions/scheduled-reports.md). */
const access = ["REPORTS"] as const;
const scope = "company" as const;
const query = z.strictObject(ofCompany);
const params = z.strictObject({ id: field.id });
const idAndName = z.object({ id: z.int(), name: z.string() });

const chosen = {
  userIds: z.array(idOf("user")).max(scheduleLimits.users).default([]),
  roles: z.array(z.enum(recipientRoles)).max(recipientRoles.length).default([]),
};
const tooMany = `Enter at most ${scheduleLimits.addresses} addresses.`;
export const Recipients = z.strictObject({
  ...chosen,
  /** People without an account. */
  addresses: z.array(field.email).max(scheduleLimits.addresses, tooMany).default([]),
});
export type Recipients = z.output<typeof Recipients>;

/** Splits typed text into addresses in lower case. */
export const addressLines = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.trim().toLowerCase())
    .filter(Boolean);
/** Reads the page's form, where addresses are lines of a text. */
export const RecipientsForm = z.strictObject({
  ...chosen,
  addresses: z
    .string()
    .max(4000)
    .default("")
    .superRefine((text, context) => {
      const addresses = addressLines(text);
      const wrong = addresses.find((address) => !field.email.safeParse(address).success);
      const message =
        wrong === undefined ? tooMany : `“${wrong}” is not an email address. Write one per line.`;
      if (wrong !== undefined || addresses.length > scheduleLimits.addresses)
        context.addIssue({ code: "custom", message });
    }),
});

const lastRun = {
  lastOutcome: z.enum(outcomes).nullable(),
  lastAt: z.iso.datetime().nullable(),
  /** Why the last run was not sent, in words. */
  lastDetail: z.string().nullable(),
};
const recipientStates = ["active", "stopped", "inactive"] as const;
const PersonReceiving = z.object({
  userId: z.int(),
  name: z.string(),
  username: z.string(),
  /** True if chosen by name, false if by role. */
  isChosen: z.boolean(),
  /** "stopped" if they stopped the emails, "inactive" if their account is deactivated. */
  state: z.enum(recipientStates),
  ...lastRun,
});
const AddressReceiving = z.object({ address: z.string(), openLinks: z.int(), ...lastRun });

export const findRecipients = endpoint({
  method: "get",
  path: "/report-schedule/{id}/recipients",
  summary:
    "The recipients of one of the caller's own scheduled reports, with the last run of each, and users to choose from",
  access,
  scope,
  params,
  query: z.strictObject({ ...ofCompany, search: field.search.optional() }),
  data: z.object({
    roles: z.array(z.enum(recipientRoles)),
    people: z
      .array(PersonReceiving)
      .max(scheduleLimits.people)
      .describe(`By name, at most ${scheduleLimits.people}.`),
    addresses: z.array(AddressReceiving),
    /** True if the company lets reports go to outside addresses. */
    isOutsideAllowed: z.boolean(),
    /** Active users within the caller's scope that match the search. */
    users: z.array(z.object({ id: z.int(), name: z.string(), username: z.string() })),
    hasMoreUsers: z.boolean(),
  }),
});

export const changeRecipients = endpoint({
  method: "put",
  path: "/report-schedule/{id}/recipients",
  summary:
    "Send one of the caller's own scheduled reports to these users, roles and outside addresses as well; withdraws the links of addresses that are left out",
  access,
  scope,
  params,
  query,
  body: Recipients,
  data: idAndName,
});

export const withdrawReportLinks = endpoint({
  method: "delete",
  path: "/report-schedule/{id}/links",
  summary: "Withdraw the links that an outside address was sent, which then stop working",
  access,
  scope,
  params,
  query: z.strictObject({ ...ofCompany, address: field.email }),
  data: idAndName,
});

export const listReceived = endpoint({
  method: "get",
  path: "/report-schedule/received",
  summary: "Scheduled reports of others that were sent to the caller, by name",
  access,
  scope,
  query,
  data: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      report: z.string(),
      sender: z.string(),
      receives: z.boolean(),
      lastAt: z.iso.datetime().nullable(),
    }),
  ),
});

export const changeReceived = endpoint({
  method: "put",
  path: "/report-schedule/{id}/received",
  summary: "Stop receiving a scheduled report that another person sends, or receive it again",
  access,
  scope,
  params,
  query,
  body: z.strictObject({ receives: z.boolean() }),
  data: idAndName,
});

/** A company's rule for addresses of people without an account. */
export const OutsideRule = z.strictObject({ isAllowed: z.boolean().default(false) });

export const findOutsideRule = endpoint({
  method: "get",
  path: "/report-schedule/outside",
  summary: "A company's rule for sending reports to outside addresses",
  access,
  scope,
  query,
  data: OutsideRule.extend({ mayChange: z.boolean() }),
});

export const changeOutsideRule = endpoint({
  method: "put",
  path: "/report-schedule/outside",
  summary:
    "Allow or forbid sending a company's reports to outside addresses; for admins of the whole company. While it is forbidden, links already sent do not work",
  access: ["COMPANIESEDIT"],
  scope,
  session: true,
  query,
  body: OutsideRule,
  data: z.null(),
});

/** Whoever has the link needs no sign-in, and reaches nothing but this one file. */
const ofLink = { access: "public", scope: "none", refuses: [404] } as const;
const byLink = z.strictObject({ token: field.linkToken });

export const linkedReport = endpoint({
  method: "get",
  path: "/linked-report/{token}",
  summary: "The report whose link an outside address was sent",
  ...ofLink,
  params: byLink,
  data: z.object({
    name: z.string(),
    report: z.string(),
    /** The person who answers for it, and the company whose figures it has. */
    sender: z.string(),
    company: z.string(),
    /** The company's country, by which figures are written. */
    country: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    format: z.enum(fileFormats),
    bytes: z.int(),
    timeZone: z.string(),
    expiresAt: z.iso.datetime(),
  }),
});

export const downloadLinkedReport = endpoint({
  method: "get",
  path: "/linked-report/{token}/file",
  summary: "The file of the report whose link an outside address was sent",
  ...ofLink,
  params: byLink,
  headers: FileHeaders,
  data: z.never(),
  stream: tableMediaTypes,
});
