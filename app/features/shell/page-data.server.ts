import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { NumberFormat } from "#contract/base/figures";
import { getStructuredData } from "#contract/onboarding/public-site";
import type { Me } from "#contract/users/me";
import { publicSitePages } from "~/features/onboarding/paths";
import { apiFor } from "~/lib/api/platform.server";
import { pageAddress } from "~/lib/forms/posted-form.server";
import { type PageContext, requireUser } from "~/lib/session/guard.server";
import type { FormGiven } from "~/ui/frame/form-given";
import type { Flash } from "~/ui/frame/snack-bar";

export type PageData = FormGiven & {
  flash: Flash | null;
  /** True if no script is sent: by the person's own switch, otherwise by Save-Data (UI-10). */
  lite: boolean;
  /** Null follows the system. */
  theme: Me["theme"];
  /** The format of the page's figures; null means India's, for visitors. */
  numberFormat: NumberFormat | null;
  /** The help desk's widget, if configured, for a signed-in user with an email (UI-7). */
  helpdesk: { src: string; email: string } | null;
  /** JSON-LD for search engines, on the pages of the public site (UI-9). */
  structuredData: string | null;
};

/**
 * Loads what every page needs. Never fails: without a session, or if it just ended, treats the
 * person as a visitor, and the page itself says what is wrong.
 */
export async function loadPageData(args: LoaderFunctionArgs): Promise<PageData> {
  const { session, helpdeskUrl, isNavigation } = args.context;
  const pageContext = session.tokens ? await requireUser(args).catch(() => undefined) : undefined;
  const user = pageContext?.user;
  return {
    // only pages show messages; a redirected sound or script must not use them up
    flash: isNavigation ? session.takeFlash() : null,
    lite: user?.liteMode ?? /^on$/i.test(args.request.headers.get("Save-Data") ?? ""),
    theme: user?.theme ?? null,
    numberFormat: pageContext?.figures.format ?? null,
    helpdesk: helpdeskUrl && user?.email ? { src: helpdeskUrl, email: user.email } : null,
    structuredData: publicSitePages.includes(new URL(args.request.url).pathname)
      ? await loadStructuredData(args)
      : null,
    ...formGiven(args, pageContext),
  };
}

/**
 * Gives JSON-LD, escaped so that no text in it ends its script element. Pages do without it if it
 * cannot be loaded.
 */
async function loadStructuredData({
  context,
  request,
}: LoaderFunctionArgs): Promise<string | null> {
  const items = await apiFor(context, request)
    .call(getStructuredData, {})
    .then(({ data }) => data)
    .catch(() => []);
  return items.length === 0 ? null : JSON.stringify(items).replaceAll("<", "\\u003c");
}

/**
 * Gives forms their keys. A form drawn again keeps its key, so that sending it twice counts once;
 * after the platform's answer it gets a new one.
 */
function formGiven(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext | undefined,
): FormGiven {
  const { session, forgery, posted, formKey, interruptedForm } = context;
  const here = pageAddress(request.url).replace(/\?.*/, "");
  const owner = pageContext && session.owner;
  const waits = owner && interruptedForm.of(owner);
  const isHere =
    waits && [waits.page, waits.action].some((address) => address.replace(/\?.*/, "") === here);
  return {
    csrf: session.owner ? forgery.tokenOf(session.owner) : null,
    formKey: (!formKey.spent && posted?.key) || randomUUID(),
    interruptedForm: isHere
      ? { action: waits.action, form: waits.form, key: waits.key ?? null, values: waits.values }
      : null,
    company: pageContext
      ? context.ids.encrypt("company", session.companyId ?? pageContext.user.companyId)
      : null,
    drafter: owner ? forgery.drafterOf(owner) : null,
  };
}
