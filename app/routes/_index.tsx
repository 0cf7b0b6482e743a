import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { PublicPage } from "~/features/session/public-page";
import { requireVisitor } from "~/lib/guard.server";
import type { ScriptHandle } from "~/root";
import { ButtonLink } from "~/ui/frame/button";
import { Icon, type IconName } from "~/ui/frame/icon";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: "Fever In-Store: the right music in every store" },
  {
    name: "description",
    content: "Plan the music of every store, preview it hour by hour, and see what played.",
  },
];

export async function loader(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  return null;
}

export default function Landing() {
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
          <h1 className="text-2xl font-bold tracking-tight">The right music in every store, and proof that it played.</h1>
          <p className="text-ink-2">
            Fever In-Store plans the music of your stores by region, zone and group, and plays it in any browser.
          </p>
          <div className="flex flex-wrap gap-2 pt-1">
            <ButtonLink to="/signup" variant="primary" reloadDocument>
              Become a client
            </ButtonLink>
            <ButtonLink to="/self-onboarding" reloadDocument>
              Tell us what you want to hear
            </ButtonLink>
            <ButtonLink to="/contact" variant="quiet" reloadDocument>
              Ask a question
            </ButtonLink>
          </div>
        </section>
        <ul className="grid gap-4 md:grid-cols-3">
          {promises.map(({ icon, title, text }) => (
            <li key={title} className="panel grid content-start gap-2 p-5">
              <Icon name={icon} size={20} />
              <h2 className="text-lg font-semibold">{title}</h2>
              <p className="text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </PublicPage>
  );
}

const promises: { icon: IconName; title: string; text: string }[] = [
  {
    icon: "preview",
    title: "What you preview is what plays",
    text: "See tomorrow hour by hour. Every song says why it was scheduled there, and what you publish is what the store hears.",
  },
  {
    icon: "hierarchy",
    title: "One rule for every store",
    text: "Choose once which charts play and how often. Regions, zones, groups and stores follow, unless one has its own rule.",
  },
  {
    icon: "report",
    title: "Numbers that match",
    text: "What was scheduled and what played come from the same log, down to every single play.",
  },
];
