import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadLandingDemos } from "~/features/demo-playlists/public-demos.server";
import { Hero, Listen, Promises, WaysOn } from "~/features/onboarding/landing";
import { loadTestimonials } from "~/features/onboarding/public-site.server";
import { Testimonials } from "~/features/onboarding/testimonials";
import { landingTexts } from "~/features/onboarding/texts";
import { PublicPage } from "~/features/session/public-page";
import { requireVisitor } from "~/lib/session/guard.server";
import type { ScriptHandle } from "~/root";
import { ButtonLink } from "~/ui/frame/button";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: landingTexts.title },
  { name: "description", content: landingTexts.description },
];

export async function loader(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  const [testimonials, demos] = await Promise.all([loadTestimonials(args), loadLandingDemos(args)]);
  return { testimonials, demos };
}

export default function Landing() {
  const { testimonials, demos } = useLoaderData<typeof loader>();
  return (
    <PublicPage
      action={
        <ButtonLink to="/login" reloadDocument>
          Sign in
        </ButtonLink>
      }
    >
      <div className="mx-auto grid max-w-[1180px] gap-14 py-6 md:gap-20 md:py-8">
        <Hero />
        <Promises />
        {demos.playlists.length > 0 ? <Listen {...demos} /> : null}
        <Testimonials all={testimonials} />
        <WaysOn />
      </div>
    </PublicPage>
  );
}
