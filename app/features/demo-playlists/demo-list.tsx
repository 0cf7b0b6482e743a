import { Link } from "@remix-run/react";
import { PlayableSongs } from "~/features/library/playable-songs";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import type { ShownDemo } from "./demo-playlists.server";
import { demoAddPath } from "./paths";
import { demoTexts } from "./texts";

export function DemoList({ rows }: { rows: ShownDemo[] }) {
  return (
    <Panel>
      <Table
        caption="Demo playlists"
        columns={columns}
        rows={rows}
        rowKey={({ path }) => path}
        empty={
          <EmptyState
            icon="music"
            title="No List Found"
            action={<ButtonLink to={demoAddPath}>Add demo playlist</ButtonLink>}
          >
            {demoTexts.none}
          </EmptyState>
        }
      />
    </Panel>
  );
}

/** Says whether visitors find the playlist in the list or need its link. */
export const Listing = ({ isListed }: Pick<ShownDemo, "isListed">) =>
  isListed ? <Pill tone="ok">Listed</Pill> : <Pill tone="idle">Link only</Pill>;

const columns: Column<ShownDemo>[] = [
  {
    key: "name",
    header: "Demo playlist",
    card: "title",
    cell: ({ path, name }) => (
      <Link
        to={path}
        className="font-semibold underline-offset-2 [overflow-wrap:anywhere] hover:underline"
      >
        {name}
      </Link>
    ),
  },
  { key: "listing", header: "Public page", card: "aside", cell: Listing },
  { key: "language", header: "Language", cell: ({ language }) => language },
  { key: "songType", header: "Song type", cell: ({ songType }) => songType },
  { key: "industry", header: "Industry", cell: ({ industry }) => industry },
  {
    key: "songs",
    header: "Songs",
    numeric: true,
    cell: ({ songs, playable }) => <PlayableSongs songs={songs} playable={playable} />,
  },
];
