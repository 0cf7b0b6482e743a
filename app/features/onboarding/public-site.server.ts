import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  changePublicSite,
  getPublicSite,
  listTestimonials,
  PublicSiteForm,
  type Testimonial,
} from "#contract/onboarding/public-site";
import { apiFor } from "~/lib/api/platform.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, type PageContext, requireArea } from "~/lib/session/guard.server";
import { withLinesIn } from "~/ui/form-lines";
import { publicSitePath } from "./paths";

export const requireEditor = (args: LoaderFunctionArgs | ActionFunctionArgs) =>
  requireArea(args, "COMPANIES", { company: false });

/** Loads the form as it was last saved. */
export async function loadPublicSite({ api }: PageContext) {
  const { testimonials, structuredData, version } = (await load(() => api.call(getPublicSite, {})))
    .data;
  return {
    constraints: constraintsOf(PublicSiteForm),
    values: {
      ...withLinesIn({}, "testimonials", testimonials),
      structuredData: structuredData ?? "",
      version: String(version),
    },
  };
}

/** Saves the form, or answers it with what is wrong. */
export async function savePublicSite(args: ActionFunctionArgs, { api }: PageContext) {
  const form = await readForm(args, PublicSiteForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() => api.call(changePublicSite, { body: value }));
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(publicSitePath);
}

/** Loads clients' quotes for visitors. The landing page does without if they cannot be loaded. */
export const loadTestimonials = ({
  context,
  request,
}: LoaderFunctionArgs): Promise<Testimonial[]> =>
  apiFor(context, request)
    .call(listTestimonials, {})
    .then(
      ({ data }) => data,
      () => [],
    );
