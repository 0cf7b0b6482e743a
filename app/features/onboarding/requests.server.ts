import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showInstant } from "#contract/base/dates";
import {
  findRequest,
  listRequests,
  type PublicRequest,
  RequestQuery,
  requestCounts,
} from "#contract/onboarding/endpoints";
import {
  type RequestState,
  requestFieldLabels,
  requestKindLabels,
  requestStateLabels,
  requestStates,
} from "#contract/onboarding/words";
import { withNames } from "~/lib/audit/people.server";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { shownEmail } from "~/lib/words/email-words.server";
import type { Tone } from "~/ui/frame/pill";
import { requestPath } from "./paths";
import { removeLink, resendLink } from "./request-confirmations.server";
import { requestTexts } from "./texts";

/** Lists undecided requests unless another state is chosen. */
const Address = listAddress({
  ...RequestQuery.omit({ limit: true, state: true }).shape,
  state: z.enum([...requestStates, "all"]).default("new"),
});

const showTime = (instant: string, timeZone: string) => showInstant(new Date(instant), timeZone);

export async function loadRequests({ request }: LoaderFunctionArgs, { api, ids }: PageContext) {
  const { row, state, ...query } = readQuery(request, Address);
  const [{ data, page }, { data: counts }] = await load(() =>
    Promise.all([
      api.call(listRequests, { query: { ...query, state: state === "all" ? undefined : state } }),
      api.call(requestCounts, {}),
    ]),
  );
  const timeZone = zoneOf(undefined); // requests belong to the provider, not to the chosen company
  return {
    filters: {
      search: query.search,
      kind: query.kind,
      suspect: query.suspect,
      state: state === "new" ? undefined : state,
    },
    sort: query.sort,
    row,
    page,
    counts,
    rows: data.map(({ id, kind, state, companyName, personName, email, isSuspect, createdAt }) => ({
      to: requestPath(ids.encrypt("request", id)),
      title: companyName ?? personName,
      person: companyName ? `${personName}, ${email}` : email,
      kind: requestKindLabels[kind],
      state: stateWords(state),
      isSuspect,
      received: showTime(createdAt, timeZone),
    })),
  };
}

const tones: Record<RequestState, Tone> = {
  new: "info",
  approved: "ok",
  declined: "idle",
  answered: "ok",
};
const stateWords = (state: RequestState) => ({
  tone: tones[state],
  words: requestStateLabels[state],
});

/** Sorts fields in the order of the forms; the database stores them in its own. */
const placeOf = (field: string) => Object.keys(requestFieldLabels).indexOf(field);

/** Finds the request in the address. */
export async function findNamedRequest(
  { params }: Pick<LoaderFunctionArgs, "params">,
  { api, ids }: PageContext,
): Promise<PublicRequest> {
  const id = ids.decrypt("request", params.request);
  return (await load(() => api.call(findRequest, { query: { id } }))).data;
}

export async function loadRequest(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { ids } = pageContext;
  const addressed = await findNamedRequest(args, pageContext);
  const [request = addressed] = await withNames(pageContext, [addressed], "decidedBy");
  const timeZone = zoneOf(undefined);
  const {
    kind,
    state,
    companyName,
    personName,
    email,
    phone,
    phoneCountryCode,
    details,
    madeCompany,
  } = request;
  const { companies } = await findCompanies(args.context, pageContext);
  return {
    ref: ids.encrypt("request", request.id),
    title: companyName ?? personName,
    kind,
    kindWords: requestKindLabels[kind],
    state,
    stateWords: stateWords(state),
    facts: [
      { term: "Company", value: companyName ?? "" },
      { term: "Person", value: personName },
      { term: "Email", value: email },
      { term: "Phone", value: phone ? `+${phoneCountryCode} ${phone}` : "" },
      ...details
        .filter(({ field }) => field !== "firstName" && field !== "lastName")
        .sort((a, b) => placeOf(a.field) - placeOf(b.field))
        .map(({ field, value }) => ({
          term: requestFieldLabels[field] ?? field,
          value: [value].flat().map(String).join(", "),
        })),
      { term: "Suspected spam", value: request.isSuspect ? requestTexts.suspect : "" },
      { term: "Received", value: showTime(request.createdAt, timeZone) },
      { term: "Sent from", value: request.address ?? "" },
    ].filter(({ value }) => value !== ""),
    decided: request.decidedAt
      ? {
          by: request.decidedBy ?? "",
          at: showTime(request.decidedAt, timeZone),
          text: request.decision,
          company: madeCompany?.companyName,
        }
      : null,
    mail: shownEmail(
      request.mail,
      (at) => showTime(at, timeZone),
      request.decision ? resendLink(pageContext, request) : null,
    ),
    remove: removeLink(pageContext, request),
    /** Offers to work in the new company; null if it has been deactivated since. */
    mayChoose:
      madeCompany && companies.some(({ id }) => id === madeCompany.id)
        ? ids.encrypt("company", madeCompany.id)
        : null,
  };
}

/** Redirects to a decided request's page, because a request is decided only once. */
export function unlessDecided(request: PublicRequest, ref: string | undefined): PublicRequest {
  if (request.state !== "new" || request.kind === "query") throw redirect(requestPath(ref ?? ""));
  return request;
}
