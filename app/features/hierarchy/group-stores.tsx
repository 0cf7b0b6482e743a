import { Link } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { assignPath, hierarchyPath, type Open, treeTo, usersTo } from "./paths";
import { moveStoresTexts } from "./texts";
import type { Tree } from "./tree.server";

type Stores = NonNullable<Tree["stores"]>;
const formId = "move";
export type StoreLine = Stores["rows"][number];

/** The stores of the open group, to search, tick and move to another group. */
export function GroupStores({
  tree,
  stores,
  group,
}: {
  tree: Tree;
  stores: Stores;
  group: Tree["groups"][number];
}) {
  const { open, find } = tree;
  const { rows, page, row } = stores;
  const hidden = Object.fromEntries(
    Object.entries(open).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const address = { ...open, find };
  const limit = sizeMember(page.limit);
  return (
    <div className="border-t border-line">
      {group.stores > page.limit || find ? (
        <FilterBar
          label={moveStoresTexts.find(group.name)}
          action={hierarchyPath}
          hidden={{ ...hidden, limit }}
          clearTo={treeTo(open, group.ref)}
          active={find ? 1 : 0}
          applyLabel="Find"
          search={
            <FilterSearch
              name="find"
              label={`Store in ${group.name}`}
              value={find}
              placeholder="Name or code"
            />
          }
        />
      ) : null}
      <Table
        caption={`Stores of ${group.name}`}
        columns={storeColumns(group.mayChange ? open : undefined)}
        rows={rows}
        rowKey={(row) => row.ref}
        bulk={
          group.mayChange
            ? {
                formId,
                action: withMembers(assignPath, { ...address, fromGroup: group.ref }),
                label: (row) => `Select ${row.name}`,
                total: page.total,
                actions: <MoveButtons mayRemove={tree.mayAddRegion} />,
              }
            : undefined
        }
        empty={
          <EmptyState
            title="No Data Found"
            action={
              <ButtonLink to={treeTo(open, group.ref)}>Show all stores of {group.name}</ButtonLink>
            }
          >
            {moveStoresTexts.noMatch(find ?? "")}
          </EmptyState>
        }
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(hierarchyPath, address, place)}
      />
    </div>
  );
}

function MoveButtons({ mayRemove }: { mayRemove: boolean }) {
  return (
    <>
      <Button name="to" value="group" small>
        Move to another group
      </Button>
      {mayRemove ? (
        <Button name="to" value="none" small>
          Remove from the group
        </Button>
      ) : null}
    </>
  );
}

/**
 * Ticks a store and asks whether to move all ticked stores to `group`. Called when a store is
 * dragged onto a group.
 */
export function moveTicked(ref: string, group: string) {
  const form = document.querySelector<HTMLFormElement>(`form#${formId}`);
  const tick = document.querySelector<HTMLInputElement>(`.row-tick[value="${CSS.escape(ref)}"]`);
  if (!form || !tick) return;
  tick.checked = true;
  const place = Object.assign(document.createElement("input"), {
    type: "hidden",
    name: "group",
    value: group,
  });
  form.append(place);
  form.requestSubmit(form.querySelector<HTMLButtonElement>('button[value="group"]'));
  place.remove();
}

/** With `open` the rows lead to their users, and may be dragged to another group. */
export const storeColumns = (open: Open | undefined): Column<StoreLine>[] => [
  {
    key: "name",
    header: "Store",
    card: "title",
    cell: (row) => (
      <>
        {row.to ? (
          <Link
            to={row.to}
            {...(open && { "data-drag": "store", "data-ref": row.ref })}
            className="font-semibold underline underline-offset-2 hover:no-underline [overflow-wrap:anywhere]"
          >
            {row.name}
          </Link>
        ) : (
          <b className="font-semibold [overflow-wrap:anywhere]">{row.name}</b>
        )}
        <small className="block text-ink-3">
          {[row.code, row.city].filter(Boolean).join(" · ")}
        </small>
      </>
    ),
  },
  {
    key: "state",
    header: "Status",
    card: "aside",
    cell: (row) => <Pill tone={row.state.tone}>{row.state.words}</Pill>,
  },
  ...(open
    ? [
        {
          key: "act",
          header: "Actions",
          card: "plain" as const,
          cell: (row: StoreLine) => (
            <ButtonLink
              to={usersTo("store", row.ref, open)}
              preventScrollReset
              variant="quiet"
              small
            >
              Users<span className="sr-only"> of store {row.name}</span>
            </ButtonLink>
          ),
        },
      ]
    : []),
];
