import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AddItem, Doubles, ItemTable, ListNav } from "~/features/library/list-page";
import { isOfSongs, titled } from "~/features/library/list-words";
import { addItem, loadList } from "~/features/library/lists.server";
import { libraryPath } from "~/features/library/paths";
import { listTexts } from "~/features/library/texts";
import { requireArea } from "~/lib/session/guard.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${titled(data?.words.many ?? "lists")} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadList(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return addItem(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function CatalogueListPage() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <Failure failure={result?.failure} />
      <PageHead
        crumbs={[{ label: "Music library", to: libraryPath }]}
        title="Catalogue lists"
        lead={isOfSongs(data.words) ? listTexts.lead : listTexts.brandsLead}
      />
      <div className="grid lg:grid-cols-[188px_minmax(0,1fr)] lg:items-start lg:gap-4">
        <ListNav {...data} />
        <div className="flex min-w-0 flex-col">
          <AddItem {...data} fields={result?.fields} />
          <Doubles {...data} />
          <ItemTable {...data} />
        </div>
      </div>
    </>
  );
}
