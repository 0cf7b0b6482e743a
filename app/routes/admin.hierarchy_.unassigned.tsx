import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { search } from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import { paging } from "#contract/base/pages";
import { unassignedStores } from "#contract/hierarchy/endpoints";
import { findGroup } from "#contract/hierarchy/unit-changes";
import { storeColumns } from "~/features/hierarchy/group-stores";
import { assignPath, hierarchyPath, unassignedTo } from "~/features/hierarchy/paths";
import { moveStoresTexts } from "~/features/hierarchy/texts";
import { storeOf } from "~/features/hierarchy/tree.server";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch } from "~/ui/frame/filter-bar";
import { PageHead } from "~/ui/frame/page-head";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Table } from "~/ui/frame/table";

export const meta: MetaFunction = () => [{ title: "Stores without a group · Fever In-Store" }];

const Address = listAddress({
  search: search.optional(),
  /** The group to which the stores will move. */
  group: idOf("group").optional(),
  cursor: paging.cursor,
});

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "HIERARCHY");
  const { api, ids } = pageContext;
  const { row, group, ...query } = readQuery(args.request, Address, { ids });
  const [stores, unit] = await load(() =>
    Promise.all([
      api.call(unassignedStores, { query }),
      group === undefined ? undefined : api.call(findGroup, { query: { id: group } }),
    ]),
  );
  return {
    search: query.search,
    group: unit && { ref: ids.encrypt("group", unit.data.id), name: unit.data.name },
    row,
    page: stores.page,
    rows: stores.data.map((store) => storeOf(store, pageContext)),
  };
}

export default function UnassignedStores() {
  const { search, group, row, page, rows } = useLoaderData<typeof loader>();
  const address = { search, group: group?.ref };
  const here = withMembers(unassignedTo(), { group: group?.ref });
  return (
    <>
      <PageHead
        crumbs={[{ label: "Hierarchy", to: hierarchyPath }]}
        title={group ? `Assign stores to ${group.name}` : "Stores without a group"}
        lead={group ? moveStoresTexts.intoGroupLead : moveStoresTexts.unassignedLead}
      />
      <Panel>
        <FilterBar
          label="Filter stores"
          clearTo={here}
          active={search ? 1 : 0}
          hidden={{ group: group?.ref, limit: sizeMember(page.limit) }}
          search={
            <FilterSearch name="search" label="Search" value={search} placeholder="Name or code" />
          }
        />
        <Table
          caption="Stores without a group"
          columns={storeColumns(undefined)}
          rows={rows}
          rowKey={(row) => row.ref}
          bulk={{
            formId: "assign",
            action: withMembers(assignPath, { search }),
            label: (row) => `Select ${row.name}`,
            total: page.total,
            actions: (
              <>
                {group ? <input type="hidden" name="group" value={group.ref} /> : null}
                <Button name="to" value="group" small>
                  {group ? `Assign to ${group.name}` : "Assign to a group"}
                </Button>
              </>
            ),
          }}
          empty={
            search ? (
              <EmptyState
                title="No Data Found"
                action={<ButtonLink to={here}>Show all</ButtonLink>}
              >
                {moveStoresTexts.noUnassignedMatch(search)}
              </EmptyState>
            ) : (
              <EmptyState
                icon="store"
                title="No List Found"
                action={<ButtonLink to={hierarchyPath}>Back to the hierarchy</ButtonLink>}
              >
                {moveStoresTexts.noUnassigned}
              </EmptyState>
            )
          }
        />
        <ListPager
          page={page}
          row={row}
          rowCount={rows.length}
          href={(place) => withMembers(unassignedTo(), address, place)}
        />
      </Panel>
    </>
  );
}
