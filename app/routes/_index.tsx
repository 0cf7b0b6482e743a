import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicDemosPath } from "~/features/demo-playlists/paths";
import { loadTestimonials } from "~/features/onboarding/public-site.server";
import { Testimonials } from "~/features/onboarding/testimonials";
import { PublicPage } from "~/features/session/public-page";
import { landingTexts } from "~/features/session/texts";
import { requireVisitor } from "~/lib/guard.server";
import type { ScriptHandle } from "~/root";
import { ButtonLink } from "~/ui/frame/button";
import { Icon, type IconName } from "~/ui/frame/icon";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: landingTexts.title },
  {
    name: "description",
    content: landingTexts.description,
  },
];

export async function loader(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  return { testimonials: await loadTestimonials(args) };
}

export default function Landing() {
  const { testimonials } = useLoaderData<typeof loader>();
  return (
    <PublicPage
      action={
        <ButtonLink to="/login" reloadDocument>
          Sign in
        </ButtonLink>
      }
    >
      <div className="mx-auto grid max-w-[960px] gap-10 py-10 md:py-20">
        <section className="grid max-w-[640px] gap-4">
          <h1 className="text-2xl font-bold tracking-tight">{landingTexts.heading}</h1>
          <p className="text-ink-2">{landingTexts.lead}</p>
          <div className="flex flex-wrap gap-2 pt-1">
            <ButtonLink to="/signup" variant="primary" reloadDocument>
              Become a client
            </ButtonLink>
            <ButtonLink to="/self-onboarding" reloadDocument>
              {landingTexts.selfOnboarding}
            </ButtonLink>
            <ButtonLink to={publicDemosPath} reloadDocument>
              {landingTexts.demos}
            </ButtonLink>
            <ButtonLink to="/contact" variant="quiet" reloadDocument>
              Ask a question
            </ButtonLink>
          </div>
        </section>
        <ul className="grid gap-4 md:grid-cols-2">
          {promises.map(({ icon, title, text }) => (
            <li key={title} className="panel grid content-start gap-2 p-5">
              <Icon name={icon} size={20} />
              <h2 className="text-lg font-semibold">{title}</h2>
              <p className="text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
        <Testimonials all={testimonials} />
      </div>
    </PublicPage>
  );
}

const promises: { icon: IconName; title: string; text: string }[] = [
  {
    icon: "preview",
    title: landingTexts.previewTitle,
    text: landingTexts.preview,
  },
  {
    icon: "hierarchy",
    title: landingTexts.ruleTitle,
    text: landingTexts.rule,
  },
  {
    icon: "ad",
    title: landingTexts.adsTitle,
    text: landingTexts.ads,
  },
  {
    icon: "report",
    title: landingTexts.numbersTitle,
    text: landingTexts.numbers,
  },
];
