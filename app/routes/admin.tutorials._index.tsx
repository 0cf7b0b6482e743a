import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { tutorialPath } from "~/features/tutorials/paths";
import { tutorialsTexts } from "~/features/tutorials/texts";
import { loadTutorials } from "~/features/tutorials/tutorials.server";
import { requireArea } from "~/lib/session/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Tutorials · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadTutorials(await requireArea(args, "VIDEO_TUTORIALS"));
}

export default function Tutorials() {
  const tutorials = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Tutorials" lead={tutorialsTexts.lead} />
      <TutorialList title={tutorialsTexts.yours} tutorials={tutorials.filter(({ page }) => page)} />
      <TutorialList
        title={tutorialsTexts.others}
        tutorials={tutorials.filter(({ page }) => !page)}
      />
    </>
  );
}

type Entry = { key: string; title: string; about: string };

function TutorialList({ title, tutorials }: { title: string; tutorials: Entry[] }) {
  if (tutorials.length === 0) return null;
  return (
    <section aria-label={title} className="mb-6 grid gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {tutorials.map(({ key, title, about }) => (
          <li key={key} className="panel relative grid content-start gap-1 p-4">
            <h3 className="font-semibold">
              <Link
                to={tutorialPath(key)}
                className="rounded-sm underline underline-offset-2 after:absolute after:inset-0 hover:no-underline"
              >
                {title}
              </Link>
            </h3>
            <p className="text-ink-2">{about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
