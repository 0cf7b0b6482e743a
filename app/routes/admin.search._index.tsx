import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadHits, searchedKinds } from "~/features/search/search.server";
import { SearchForm, SearchResults } from "~/features/search/search-results";
import { requireAdmin } from "~/lib/session/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Search · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireAdmin(args);
  return { ...(await loadHits(args, pageContext)), kinds: searchedKinds(pageContext) };
}

export default function Search() {
  const { q, groups, kinds } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={q ? `Results for “${q}”` : "Search"}
        lead={groups.length === 0 ? `Find ${kinds}.` : undefined}
      />
      <SearchForm q={q} />
      <SearchResults q={q} groups={groups} />
    </>
  );
}
