import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ItemFields } from "~/features/library/item-fields";
import { SongsLink } from "~/features/library/list-page";
import { isOfSongs, titled, usesOf } from "~/features/library/list-words";
import { changeItem, loadItem } from "~/features/library/lists.server";
import { listPath, mergePath } from "~/features/library/paths";
import { listTexts } from "~/features/library/texts";
import { requireArea } from "~/lib/session/guard.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.item.name ?? "List"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadItem(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return changeItem(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function CatalogueItemPage() {
  const { words, item, constraints } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const values = {
    name: item.name,
    rank: item.rank === null ? "" : String(item.rank),
    playFrom: item.playFrom ?? "",
    playTo: item.playTo ?? "",
    playDays: (item.playDays ?? []).map(String),
  };
  return (
    <>
      <Failure failure={result?.failure} />
      <PageHead
        crumbs={[{ label: titled(words.many), to: listPath(words.kind) }]}
        title={item.name}
        actions={
          <>
            <ButtonLink to={mergePath(words.kind, [item.ref])}>Merge…</ButtonLink>
            <ConfirmLink variant="plain" {...item.turn} />
            {item.removal ? <ConfirmLink {...item.removal} /> : null}
          </>
        }
      />
      <Panel>
        <div className="grid gap-5">
          <Facts
            facts={[
              ...(isOfSongs(words)
                ? [{ term: "Songs", value: <SongsLink words={words} item={item} /> }]
                : []),
              {
                term: "Status",
                value: item.isActive ? "Active" : listTexts.inactive(usesOf(words)),
              },
            ]}
          />
          <Form key={item.name} fields={{ constraints, values, ...result?.fields }}>
            <ItemFields words={words} />
            <FormActions>
              <Button variant="primary">Save</Button>
              <ButtonLink to={listPath(words.kind)}>Cancel</ButtonLink>
            </FormActions>
          </Form>
        </div>
      </Panel>
    </>
  );
}
