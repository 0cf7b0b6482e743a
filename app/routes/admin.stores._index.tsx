import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SavedFilters, saveFiltersButton } from "~/features/saved-filters/saved-filters";
import { loadSavedFilters } from "~/features/saved-filters/saved-filters.server";
import { storeAddPath, storesDownloadPath, storesImportPath } from "~/features/stores/paths";
import { StoreTable, StoreTiles } from "~/features/stores/store-list";
import { loadStores } from "~/features/stores/stores.server";
import { storesTexts } from "~/features/stores/texts";
import { requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Stores · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "STORES");
  const [data, savedFilters] = await Promise.all([
    loadStores(args, pageContext),
    loadSavedFilters(args.request, pageContext, "stores"),
  ]);
  return { ...data, savedFilters };
}

export default function Stores() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Stores"
        finding={data.finding}
        lead={storesTexts.lead}
        more={saveFiltersButton(data.savedFilters)}
        actions={
          <>
            <Downloads to={withMembers(storesDownloadPath, data.filters)} />
            <ButtonLink to={storesImportPath} icon="upload">
              Import stores
            </ButtonLink>
            <ButtonLink to={storeAddPath} variant="primary">
              Add store
            </ButtonLink>
          </>
        }
      />
      <StoreTiles {...data} />
      <SavedFilters {...data.savedFilters} />
      <StoreTable {...data} />
    </>
  );
}
