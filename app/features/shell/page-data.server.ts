import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { NumberFormat } from "#contract/base/figures";
import { getStructuredData } from "#contract/onboarding/public-site";
import type { Me } from "#contract/users/endpoints";
import { publicSitePages } from "~/features/onboarding/paths";
import { type Guarded, requireUser } from "~/lib/guard.server";
import { apiFor } from "~/lib/platform.server";
import { pageAddress } from "~/lib/posted-form.server";
import type { FormGiven } from "~/ui/frame/form-given";
import type { Flash } from "~/ui/frame/snack-bar";

export type PageData = FormGiven & {
  flash: Flash | null;
  /** The person's own switch, else Save-Data: no script is sent (UI-10). */
  lite: boolean;
  /** null follows the system. */
  theme: Me["theme"];
  /** How the page's figures are written; null follows India's way, where nobody is signed in. */
  numberFormat: NumberFormat | null;
  /** The help desk's widget for a signed-in user with an email, where one is configured (UI-7). */
  helpdesk: { src: string; email: string } | null;
  /** JSON-LD for search engines, on the pages of the public site (UI-9). */
  structuredData: string | null;
};

/**
 * What every page needs. It never fails: no session, or one that just ended, is a visitor, and the
 * page itself says what is wrong.
 */
export async function loadPageData(args: LoaderFunctionArgs): Promise<PageData> {
  const { session, helpdeskUrl, isNavigation } = args.context;
  const guarded = session.tokens ? await requireUser(args).catch(() => undefined) : undefined;
  const user = guarded?.user;
  return {
    // a sound or a script that is led to the sign-in page must not use up what its reader is to be told
    flash: isNavigation ? session.takeFlash() : null,
    lite: user?.liteMode ?? /^on$/i.test(args.request.headers.get("Save-Data") ?? ""),
    theme: user?.theme ?? null,
    numberFormat: guarded?.figures.format ?? null,
    helpdesk: helpdeskUrl && user?.email ? { src: helpdeskUrl, email: user.email } : null,
    structuredData: publicSitePages.includes(new URL(args.request.url).pathname)
      ? await loadStructuredData(args)
      : null,
    ...formGiven(args, guarded),
  };
}

/**
 * Escaped, so that no text in it can end its script element. Pages do without it where it cannot be
 * had.
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
 * A form that is drawn again keeps its key, so that sending it again is no second time; once the
 * platform has answered it gets another.
 */
function formGiven(
  { request, context }: LoaderFunctionArgs,
  guarded: Guarded | undefined,
): FormGiven {
  const { session, forgery, posted, formKey, interruptedForm } = context;
  const here = pageAddress(request.url).replace(/\?.*/, "");
  const owner = guarded && session.owner;
  const waits = owner && interruptedForm.of(owner);
  const isHere =
    waits && [waits.page, waits.action].some((address) => address.replace(/\?.*/, "") === here);
  return {
    csrf: session.owner ? forgery.tokenOf(session.owner) : null,
    formKey: (!formKey.spent && posted?.key) || randomUUID(),
    interruptedForm: isHere
      ? { action: waits.action, form: waits.form, key: waits.key ?? null, values: waits.values }
      : null,
    company: guarded
      ? context.ids.encrypt("company", session.companyId ?? guarded.user.companyId)
      : null,
    drafter: owner ? forgery.drafterOf(owner) : null,
  };
}
