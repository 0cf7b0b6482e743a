import type { useLoaderData } from "@remix-run/react";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure } from "~/ui/frame/figures";
import { FilterBar, FilterSearch } from "~/ui/frame/filter-bar";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { isOfSongs, titled } from "./list-words";
import type { loadMerge } from "./lists.server";
import { listPath, mergePath } from "./paths";
import { listTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadMerge>>;

const songs: Column<Data["choices"][number]> = {
  key: "songs",
  header: "Songs",
  numeric: true,
  cell: (row) => <Figure of={row.songs} />,
};

/** Chooses the item that stays; each choice asks again and says how many songs change. */
export function MergePage({ words, names, choices, search, isOne, itemRef }: Data) {
  return (
    <>
      <PageHead
        crumbs={[{ label: titled(words.many), to: listPath(words.kind) }]}
        title={
          isOne
            ? listTexts.mergeTitle(names[0] ?? "", words.one)
            : listTexts.mergeTitleOf(names.length, words.many)
        }
        lead={
          isOfSongs(words)
            ? isOne
              ? listTexts.mergeOneOfSongs
              : listTexts.mergeManyOfSongs
            : isOne
              ? listTexts.mergeOne
              : listTexts.mergeMany
        }
      />
      <Panel>
        {isOne ? (
          <FilterBar
            label={`Filter ${words.many}`}
            active={search ? 1 : 0}
            clearTo={mergePath(words.kind, [itemRef])}
            hidden={{ itemIds: itemRef }}
            search={
              <FilterSearch
                name="search"
                label="Search"
                value={search}
                placeholder={listTexts.search(words.one)}
              />
            }
            applyLabel="Search"
          />
        ) : null}
        <Table
          caption={isOne ? titled(words.many) : `The ${words.many} to merge`}
          rows={choices}
          rowKey={(row) => row.ref}
          columns={[
            {
              key: "name",
              header: "Name",
              cell: (row) => <b className="font-semibold [overflow-wrap:anywhere]">{row.name}</b>,
            },
            ...(isOfSongs(words) ? [songs] : []),
            {
              key: "choose",
              header: "Choose",
              card: "plain",
              cell: (row) => (
                <ConfirmLink
                  small
                  variant="plain"
                  {...row.question}
                  label={`${isOne ? "Merge into" : "Keep"} “${row.name}”`}
                />
              ),
            },
          ]}
          empty={<EmptyState title="No Data Found">No other {words.one} matches.</EmptyState>}
        />
      </Panel>
    </>
  );
}
