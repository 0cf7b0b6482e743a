import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { tutorialsPath } from "~/features/tutorials/paths";
import { loadTutorial } from "~/features/tutorials/tutorials.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? "Tutorial"} · Fever In-Store` }];

export const loader = (args: LoaderFunctionArgs) => loadTutorial(args);

export default function Tutorial() {
  const { title, about, steps, page, hasList } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead crumbs={hasList ? [{ label: "Tutorials", to: tutorialsPath }] : []} title={title} lead={about} />
      <Panel className="max-w-3xl">
        <ol className="grid gap-4">
          {steps.map((step, i) => (
            <li key={step} className="grid grid-cols-[auto_1fr] gap-3">
              <span
                aria-hidden="true"
                className="grid h-7 w-7 place-items-center rounded-full border border-line-strong text-sm font-semibold tabular-nums"
              >
                {i + 1}
              </span>
              <p className="max-w-prose pt-0.5">{step}</p>
            </li>
          ))}
        </ol>
      </Panel>
      {page ? (
        <ButtonLink to={page.to} variant="primary">
          Go to {page.label}
        </ButtonLink>
      ) : null}
    </>
  );
}
