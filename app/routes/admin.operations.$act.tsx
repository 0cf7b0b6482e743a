import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { wallPath } from "~/features/alerts/paths";
import { requireWall } from "~/features/alerts/wall.server";
import { loadAct, saveAct } from "~/features/alerts/wall-act.server";
import { ActForm, questions } from "~/features/alerts/wall-act-form";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? questions[data.act].title(data.stores) : "Operations"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadAct(args, await requireWall(args));
}

export async function action(args: ActionFunctionArgs) {
  return saveAct(args, await requireWall(args));
}

/** The page that changes one or several alerts of the wall. */
export default function WallActPage() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { title, hint } = questions[data.act];
  return (
    <>
      <PageHead
        crumbs={[{ label: "Operations", to: wallPath }]}
        title={title(data.stores)}
        lead={`${data.names}${hint}`}
      />
      <Failure failure={result?.failure} />
      <ActForm {...data} result={result?.fields} />
    </>
  );
}
