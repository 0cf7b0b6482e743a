import type { AppLoadContext, RequestHandler } from "@remix-run/node";
import { chooseCompanyPath, waitingFormPath } from "~/features/companies/paths";
import { changesSomething } from "./posted-form.server";

/** Forms that choose a company or end the session; pages of any company may post them. */
const ofNoCompany: string[] = [chooseCompanyPath, waitingFormPath, "/logout"];

/**
 * True if a signed-in person's request changes something and does not come from a page of this
 * session (SES-9), for the company chosen now; a request that changes nothing in a company may come
 * from any company's page. Only a form's own token names its company.
 */
export function isForged(
  request: Request,
  { posted, forgery, session: { tokens, owner } }: AppLoadContext,
): boolean {
  if (!changesSomething(request) || tokens === undefined) return false;
  if (owner === undefined) return true;
  const token = posted?.csrf ?? request.headers.get("X-XSRF-TOKEN");
  const path = new URL(request.url).pathname.replace(/\.data$/, "");
  return !(
    forgery.fits(token, owner) ||
    (ofNoCompany.includes(path) && forgery.isOf(posted?.csrf, owner.who))
  );
}

/**
 * Shows the form again, unsent, with what its own user typed; a script's request is redirected
 * there. A form of another company than the one chosen now leads to the page that says so.
 */
export async function refuseForged(
  request: Request,
  context: AppLoadContext,
  pages: RequestHandler,
): Promise<Response> {
  const { posted, session, interruptedForm, forgery } = context;
  const message =
    "This form is from another sign-in or company and was not sent. Check it and send it again.";
  if (!posted) return Response.json({ message }, { status: 403 });
  const { origin, pathname } = new URL(request.url);
  const { owner } = session;
  const isElsewhere = owner !== undefined && forgery.isOfAnother(posted.csrf, owner);
  if (owner && forgery.isOf(posted.csrf, owner.who))
    interruptedForm.keep(posted, { back: false, isElsewhere });
  if (!isElsewhere) session.flash("error", message);
  const headers = bodiless(request.headers);
  const { signal } = request;
  const isScripted = pathname.endsWith(".data");
  if (isScripted || isElsewhere) {
    const refused = `${origin}/refused${isScripted ? ".data" : ""}`;
    return pages(new Request(refused, { method: "POST", headers, signal }), context);
  }
  const unsent = { ...context, posted: undefined };
  const answer = await pages(new Request(origin + posted.page, { headers, signal }), unsent);
  return answer.ok ? new Response(answer.body, { status: 403, headers: answer.headers }) : answer;
}

/** Gives the headers of a request that goes on without its body. */
function bodiless(headers: Headers): Headers {
  const rest = new Headers(headers);
  for (const name of ["Content-Type", "Content-Length"]) rest.delete(name);
  return rest;
}
