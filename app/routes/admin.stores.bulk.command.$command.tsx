import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActForm, questions } from "~/features/alerts/wall-act-form";
import { loadStoresCommand, saveStoresCommand } from "~/features/stores/stores-command.server";
import { requireArea } from "~/lib/session/guard.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? questions[data.act].title(data.stores) : "Stores"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadStoresCommand(args, await requireArea(args, "STORES"));
}

export async function action(args: ActionFunctionArgs) {
  return saveStoresCommand(args, await requireArea(args, "STORES"));
}

/** The page that sends several stores' players a command. */
export default function CommandStores() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { title, hint } = questions[data.act];
  return (
    <>
      <PageHead
        crumbs={[{ label: "Stores", to: data.back }]}
        title={title(data.stores)}
        lead={`${data.names}${hint}`}
      />
      <Failure failure={result?.failure} />
      <ActForm {...data} result={result?.fields} />
    </>
  );
}
