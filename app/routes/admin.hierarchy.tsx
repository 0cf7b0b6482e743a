import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { hierarchyPath, unassignedTo, unitTo } from "~/features/hierarchy/paths";
import { SearchHits } from "~/features/hierarchy/search-hits";
import { hierarchyTexts } from "~/features/hierarchy/texts";
import { loadTree } from "~/features/hierarchy/tree.server";
import { NoUnits, UnitTree } from "~/features/hierarchy/unit-tree";
import { tutorialPath } from "~/features/tutorials/paths";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { Counted } from "~/ui/frame/figures";
import { FilterBar, FilterSearch } from "~/ui/frame/filter-bar";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Hierarchy · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadTree(args.request, await requireArea(args, "HIERARCHY"));
}

export default function Hierarchy() {
  const tree = useLoaderData<typeof loader>();
  const { regions, search, hits, mayAddRegion, unassigned, open } = tree;
  return (
    <>
      <PageHead
        title="Hierarchy"
        lead={hierarchyTexts.lead}
        help={tutorialPath("company_hierarchy")}
        actions={
          mayAddRegion && regions.length > 0 ? (
            <>
              {unassigned > 0 ? (
                <ButtonLink to={unassignedTo()}>
                  <Counted of={unassigned} one="store" /> without a group
                </ButtonLink>
              ) : null}
              <ButtonLink to={unitTo({ kind: "region" }, open)} variant="primary">
                Add region
              </ButtonLink>
            </>
          ) : undefined
        }
      />
      {/* first on the page, because without script the dialog is a box in it */}
      <Outlet />
      <Panel>
        {regions.length > 0 ? (
          <FilterBar
            label={hierarchyTexts.findLabel}
            action={hierarchyPath}
            clearTo={hierarchyPath}
            active={search ? 1 : 0}
            applyLabel="Search"
            search={
              <FilterSearch
                name="search"
                label={hierarchyTexts.find}
                value={search}
                placeholder="Name or store code"
              />
            }
          />
        ) : null}
        {regions.length === 0 ? (
          <NoUnits mayAdd={mayAddRegion} />
        ) : hits && search ? (
          <SearchHits hits={hits} words={search} />
        ) : (
          <>
            {tree.cut.map((notice) => (
              <p key={notice} className="px-4 pb-3 text-sm text-ink-2">
                {notice}
              </p>
            ))}
            <UnitTree tree={tree} />
          </>
        )}
      </Panel>
    </>
  );
}
