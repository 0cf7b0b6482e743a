import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { tutorialsPath } from "~/features/tutorials/paths";
import { TutorialSteps, TutorialVideo } from "~/features/tutorials/tutorial";
import { loadTutorial } from "~/features/tutorials/tutorials.server";
import { requireUser } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Tutorial"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadTutorial(args, await requireUser(args));

export default function Tutorial() {
  const { title, about, steps, video, page, hasList } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={hasList ? [{ label: "Tutorials", to: tutorialsPath }] : []}
        title={title}
        lead={about}
      />
      <TutorialVideo title={title} {...video} />
      <TutorialSteps steps={steps} />
      {page ? (
        <ButtonLink to={page.to} variant="primary">
          Go to {page.label}
        </ButtonLink>
      ) : null}
    </>
  );
}
