import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listPath, songsInWords, titled } from "~/features/library/list-words";
import { loadRemoval, removeItem } from "~/features/library/lists.server";
import { requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Catalogue lists · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadRemoval(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

/** Songs that got it since the question was asked keep it, and are said. */
export async function action(args: ActionFunctionArgs) {
  return removeItem(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function RemoveItem() {
  const { words, item, question, rest, mergeTo } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = listPath(words.kind);
  if (item.songs > 0)
    return (
      <div className="max-w-form">
        <PageHead crumbs={[{ label: titled(words.many), to: back }]} title={`${item.name} can not be deleted`} />
        <Panel>
          <p>
            {songsInWords(item.songs)} {item.songs === 1 ? "has" : "have"} it. Merge it into another {words.one}
            {rest ? ", or deactivate it: then it is offered for no song any more." : "."}
          </p>
          <p className="mt-4 flex flex-wrap gap-2">
            <ButtonLink to={mergeTo} variant="primary">
              Merge…
            </ButtonLink>
            {rest ? (
              <ConfirmLink {...rest} variant="plain">
                Deactivate
              </ConfirmLink>
            ) : null}
            <ButtonLink to={back}>Back to the {words.many}</ButtonLink>
          </p>
        </Panel>
      </div>
    );
  return <ConfirmPage {...question} cancelTo={back} result={result} />;
}
