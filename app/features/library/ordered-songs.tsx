import { songStateLabels } from "#contract/charts/words";
import type { Art } from "~/ui/cover";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TrackCover, TrackList } from "~/ui/play-button";
import { SongPlace } from "./song-place";

export type OrderedSongRow = {
  ref: string;
  position: number;
  title: string;
  artist: string;
  length: string;
  state: keyof typeof songStateLabels;
  audio: string | null;
  art: Art;
};
export type OrderedSongsProps = {
  caption: string;
  songs: OrderedSongRow[];
  /** The address of the list's forms and of the song picker; null for people who may only read. */
  change: { action: string; pickerTo: string } | null;
  /** Explains an empty list. */
  none: string;
};

/** Songs in order; people who may change them can move and remove them. */
export function OrderedSongs({ caption, songs, change, none }: OrderedSongsProps) {
  return (
    <Panel title="Songs">
      <TrackList>
        <Table
          caption={caption}
          columns={change ? [placeColumn(change.action), ...columns] : [plainPlace, ...columns]}
          rows={songs}
          rowKey={({ ref }) => ref}
          bulk={
            change
              ? {
                  formId: "chosen-songs",
                  action: change.action,
                  label: ({ title }) => `Select ${title}`,
                  actions: (
                    <>
                      <Button small name="do" value="first">
                        Move to the top
                      </Button>
                      <Button small name="do" value="last">
                        Move to the end
                      </Button>
                      <Button small name="do" value="remove" icon="trash">
                        Remove
                      </Button>
                    </>
                  ),
                }
              : undefined
          }
          empty={
            <EmptyState
              icon="music"
              title="No songs yet"
              action={change ? <ButtonLink to={change.pickerTo}>Add songs</ButtonLink> : undefined}
            >
              {none}
            </EmptyState>
          }
        />
      </TrackList>
    </Panel>
  );
}

const plainPlace: Column<OrderedSongRow> = {
  key: "place",
  header: "No.",
  numeric: true,
  card: "aside",
  cell: ({ position }) => position,
};

const placeColumn = (action: string): Column<OrderedSongRow> => ({
  key: "place",
  header: "No.",
  card: "aside",
  cell: ({ ref, position, title }) => (
    <SongPlace action={action} songRef={ref} position={position} title={title} />
  ),
});

const columns: Column<OrderedSongRow>[] = [
  {
    key: "song",
    header: "Song",
    card: "title",
    cell: ({ title, artist, audio, art, state }) => (
      <div className="flex items-center gap-3 md:min-w-[200px]">
        <TrackCover src={audio} title={title} by={artist} art={art} />
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <b className="font-semibold">{title}</b>
          <small className="block text-ink-2">{artist}</small>
          {state === "playable" ? null : <Pill tone="warn">{songStateLabels[state]}</Pill>}
        </div>
      </div>
    ),
  },
  { key: "length", header: "Length", numeric: true, cell: ({ length }) => length },
];
