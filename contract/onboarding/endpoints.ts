import { z } from "zod";
import { printableLines } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { paging, sortsBy } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { RequestedCompany } from "../companies/form.ts";
import { EmailStatus } from "../emails/endpoints.ts";
import {
  industryTypes,
  musicLanguages,
  requestKinds,
  requestStates,
  songTypes,
  startTimes,
} from "./words.ts";

/** Several lines: printable text with line ends and tabs. */
const lines = (max: number) =>
  z
    .string()
    .trim()
    .min(1, messages.required)
    .max(max, `At most ${max} characters are allowed.`)
    .regex(printableLines, messages.printable);

const choiceMessage = "Choose from the list.";
const person = {
  firstName: field.firstName,
  lastName: field.lastName.optional(),
  email: field.email,
  phoneCountryCode: field.phoneCountryCode.default("91"),
  phone: field.phone,
};
const stores = wholeNumber(1, 100_000);
export const industry = z.enum(industryTypes, {
  error: (issue) => (issue.input === undefined ? messages.required : choiceMessage),
});
const consentNeeded = "We need your consent to work on your request.";
const consent = z.boolean(consentNeeded).refine((isGiven) => isGiven, consentNeeded);

/** A company's request to become a client, with the details for its account. */
export const SignupForm = z.strictObject({
  companyName: field.title,
  companyId: field.companyId.optional(),
  companyWebsite: field.companyWebsite.optional(),
  gstNo: field.gstNo.optional(),
  industry,
  stores,
  timeZone: field.timeZone,
  ...person,
  companyAdminUserId: field.companyAdminUserId.optional(),
  consent,
});
export type SignupForm = z.output<typeof SignupForm>;

/** The longer form, a page each: about you, your stores, what you want to hear. */
export const selfOnboardingSteps = [
  z.strictObject({ ...person, jobTitle: field.title.optional() }),
  z.strictObject({
    companyName: field.title,
    industry,
    stores,
    cities: field.title.optional(),
    timeZone: field.timeZone,
  }),
  z.strictObject({
    languages: z
      .array(z.enum(musicLanguages, choiceMessage))
      .min(1, messages.required)
      .max(musicLanguages.length),
    songTypes: z.array(z.enum(songTypes, choiceMessage)).max(songTypes.length).default([]),
    start: z.enum(startTimes, {
      error: (issue) => (issue.input === undefined ? messages.required : choiceMessage),
    }),
    notes: lines(600).optional(),
    consent,
  }),
] as const;
export const SelfOnboardingForm = z.strictObject({
  ...selfOnboardingSteps[0].shape,
  ...selfOnboardingSteps[1].shape,
  ...selfOnboardingSteps[2].shape,
});
export type SelfOnboardingForm = z.output<typeof SelfOnboardingForm>;

export const QueryForm = z.strictObject({
  name: field.name,
  email: field.email,
  phoneCountryCode: field.phoneCountryCode.default("91"),
  phone: field.phone.optional(),
  companyName: field.title.optional(),
  message: lines(2000),
});
export type QueryForm = z.output<typeof QueryForm>;

/** True if the field that people do not see was filled in: by a program, or by their browser. */
const isSuspect = z.boolean().default(false);
const submission = { access: "public", scope: "provider", data: z.null(), success: 201 } as const;
export const addSignup = endpoint({
  method: "post",
  path: "/signup/add",
  summary: "Ask to become a client",
  body: z.strictObject({ ...SignupForm.shape, isSuspect }),
  ...submission,
});
export const addSelfOnboarding = endpoint({
  method: "post",
  path: "/selfOnboarding/add",
  summary: "Ask to become a client, and say what the stores should sound like",
  body: z.strictObject({ ...SelfOnboardingForm.shape, isSuspect }),
  ...submission,
});
export const addQuery = endpoint({
  method: "post",
  path: "/query/add",
  summary: "Ask the provider a question",
  body: z.strictObject({ ...QueryForm.shape, isSuspect }),
  ...submission,
});

export const getIndustryTypes = endpoint({
  method: "get",
  path: "/demo/getIndustryTypes",
  summary: "The industries that the forms offer",
  access: "public",
  scope: "none",
  data: z.array(z.string()),
});

/** The calls of provider staff about requests. */
export const RequestFilters = z.strictObject({
  search: field.search.optional(),
  kind: z.enum(requestKinds).optional(),
  state: z.enum(requestStates).optional(),
  suspect: z.enum(["yes", "no"]).optional(),
});
export type RequestFilters = z.output<typeof RequestFilters>;
export const RequestQuery = z.strictObject({
  ...RequestFilters.shape,
  ...paging,
  sort: z.enum(sortsBy("received", "name")).default("-received"),
});
export type RequestQuery = z.output<typeof RequestQuery>;

export const RequestRow = z.object({
  id: z.int(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  companyName: z.string().nullable(),
  personName: z.string(),
  email: z.string(),
  phoneCountryCode: z.string().nullable(),
  phone: z.string().nullable(),
  isSuspect: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type RequestRow = z.infer<typeof RequestRow>;

export const listRequests = endpoint({
  method: "get",
  path: "/public-request",
  summary: "Requests from people who are not signed in, newest first",
  access: ["COMPANIES"],
  scope: "provider",
  query: RequestQuery,
  list: true,
  data: RequestRow,
});

export const RequestCounts = z.object({
  new: z.int(),
  approved: z.int(),
  declined: z.int(),
  answered: z.int(),
});
export type RequestCounts = z.infer<typeof RequestCounts>;
export const requestCounts = endpoint({
  method: "get",
  path: "/public-request/counts",
  summary: "The number of requests in each state",
  access: ["COMPANIES"],
  scope: "provider",
  data: RequestCounts,
});

export const PublicRequest = z.object({
  ...RequestRow.shape,
  /** The rest of the form, by its fields. */
  details: z.array(
    z.object({
      field: z.string(),
      value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
    }),
  ),
  /** Where it was sent from. */
  address: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
  decision: z.string().nullable(),
  /** The status of the newest email to the sender. */
  mail: EmailStatus.nullable(),
  madeCompany: z.object({ id: z.int(), companyName: z.string() }).nullable(),
});
export type PublicRequest = z.infer<typeof PublicRequest>;

export const findRequest = endpoint({
  method: "get",
  path: "/public-request/findById",
  summary: "One request with all its details",
  access: ["COMPANIES"],
  scope: "provider",
  query: z.strictObject({ id: field.id }),
  data: PublicRequest,
});

export const AnswerForm = z.strictObject({ text: lines(2000) });
export const answerRequest = endpoint({
  method: "patch",
  path: "/public-request/answer",
  summary:
    "Answer a question, or decline a request for a company; the text is emailed to the person who asked",
  access: ["COMPANIES"],
  scope: "provider",
  query: z.strictObject({ id: field.id }),
  body: AnswerForm,
  data: z.object({
    id: z.int(),
    state: z.enum(requestStates),
    mail: EmailStatus.nullable(),
  }),
});

export const mailAnswer = endpoint({
  method: "post",
  path: "/public-request/mail",
  summary: "Email the answer to a request, or the reason why it was declined, once more",
  access: ["COMPANIES"],
  session: true,
  scope: "provider",
  query: z.strictObject({ id: field.id }),
  data: z.object({ mail: EmailStatus.nullable() }),
});

export const removeRequest = endpoint({
  method: "delete",
  path: "/public-request",
  summary:
    "Delete a request with the personal data in it; the audit log no longer names who sent it",
  access: ["COMPANIES"],
  scope: "provider",
  query: z.strictObject({ id: field.id }),
  data: z.null(),
});

export const approveRequest = endpoint({
  method: "post",
  path: "/public-request/approve",
  summary: "Create the requested company and invite its first admin by email",
  access: ["COMPANIES"],
  session: true,
  scope: "provider",
  query: z.strictObject({ id: field.id }),
  body: RequestedCompany,
  data: z.object({
    id: z.int(),
    companyName: z.string(),
    companyCode: z.string(),
    mail: EmailStatus.nullable(),
  }),
  success: 201,
  idempotent: true,
});
