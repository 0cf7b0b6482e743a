import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StoreTable, StoreTiles } from "~/features/stores/store-list";
import { loadStores } from "~/features/stores/stores.server";
import { withMembers } from "~/lib/address";
import { requireArea } from "~/lib/guard.server";
import { ButtonLink } from "~/ui/button";
import { PageHead } from "~/ui/page-head";

export const meta: MetaFunction = () => [{ title: "Stores · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadStores(args, await requireArea(args, "STORES"));
}

export default function Stores() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Stores"
        lead="Where your music plays, and how each shop is doing right now."
        actions={
          <>
            <ButtonLink to={withMembers("/admin/stores/download", data.filters)} download icon="download">
              Download CSV
            </ButtonLink>
            <ButtonLink to="/admin/store/add" variant="primary">
              Add store
            </ButtonLink>
          </>
        }
      />
      <StoreTiles {...data} />
      <StoreTable {...data} />
    </>
  );
}
