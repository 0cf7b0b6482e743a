import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { timeZones } from "#contract/base/time-zones";
import { RequestedCompany } from "#contract/companies/form";
import { billingPeriods } from "#contract/companies/words";
import { approveRequest, type PublicRequest } from "#contract/onboarding/endpoints";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import type { PageContext } from "~/lib/session/guard.server";
import { replyTone } from "~/lib/words/email-words.server";
import { requestsPath } from "./paths";
import { findNamedRequest, unlessDecided } from "./requests.server";

/** Loads the form of the requested company, filled from the request. */
export async function loadApproval(args: LoaderFunctionArgs, pageContext: PageContext) {
  const request = unlessDecided(await findNamedRequest(args, pageContext), args.params.request);
  return {
    title: request.companyName ?? request.personName,
    back: `${requestsPath}/${args.params.request}`,
    constraints: constraintsOf(RequestedCompany),
    values: requestValues(request),
    zones: [...timeZones],
    periods: Object.entries(billingPeriods).map(([value, label]) => ({ value, label })),
  };
}

export async function approve(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const id = ids.decrypt("request", args.params.request);
  const form = await readForm(args.request, RequestedCompany);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(approveRequest, { query: { id }, body: value }),
  );
  if (refused) return refused;
  args.context.session.flash(replyTone(reply), reply.message);
  return redirect(`${requestsPath}/${args.params.request}`);
}

function requestValues({
  companyName,
  personName,
  email,
  phone,
  phoneCountryCode,
  details,
}: PublicRequest): Record<string, string> {
  const detailValues = Object.fromEntries(
    details.map(({ field, value }) => [field, String(value)]),
  );
  const name = companyName ?? "";
  return {
    companyName: name,
    companyId: detailValues.companyId ?? codeOf(name),
    companyAdminUserId: detailValues.companyAdminUserId ?? email,
    contactName: personName,
    email,
    commEmail: email,
    phone: phone ?? "",
    phoneCountryCode: phoneCountryCode ?? "91",
    companyWebsite: detailValues.companyWebsite ?? "",
    gstNo: detailValues.gstNo ?? "",
    timeZone: detailValues.timeZone ?? timeZones[0] ?? "",
    billingPeriodMonths: "1",
  };
}

/** Suggests a code if the request has none: "Tea & Co" becomes TEA-CO. */
const codeOf = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 20);
