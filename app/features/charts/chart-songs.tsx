import type { useLoaderData } from "@remix-run/react";
import { mostWeight, songStateLabels } from "#contract/charts/words";
import { SongPlace } from "~/features/library/song-place";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch } from "~/ui/frame/filter-bar";
import { RowMenu } from "~/ui/frame/menu";
import { ListPager } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { TrackCover, TrackList } from "~/ui/play-button";
import type { loadChart } from "./chart-detail.server";
import { chartDownloadPath, chartSongsPath } from "./paths";
import { DragHandle, SongOrder } from "./song-order";
import { chartTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadChart>>;
type Row = Data["rows"][number];

/**
 * The songs in order; those who may change the chart move them by buttons, by number or by drag,
 * weigh and remove them.
 */
export function ChartSongs(chart: Data) {
  const { path, name, rows, page, row, search, here, songs, mayChange } = chart;
  const action = withMembers(chartSongsPath(path), here);
  return (
    <Panel
      title="Songs"
      lead={mayChange ? chartTexts.weight : undefined}
      actions={songs > 0 ? <Download path={path} /> : null}
    >
      {songs > rows.length || search ? (
        <FilterBar
          label={`Search ${name}`}
          search={
            <FilterSearch
              name="search"
              label="Search in this chart"
              value={search}
              placeholder="Song or artist"
            />
          }
          active={search ? 1 : 0}
          clearTo={path}
          hidden={{ limit: here.limit }}
          applyLabel="Search"
        />
      ) : null}
      <SongOrder action={action}>
        <TrackList>
          <Table
            caption={chartTexts.songs(name)}
            columns={
              mayChange
                ? [placeColumn(action), ...columns, changeColumn(action)]
                : [plainPlace, ...columns]
            }
            rows={rows}
            rowKey={(row) => row.ref}
            bulk={
              mayChange
                ? {
                    formId: "chosen-songs",
                    action,
                    label: (row) => `Select ${row.title}`,
                    total: page.total,
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
            empty={<NoSongs {...chart} />}
          />
        </TrackList>
      </SongOrder>
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(path, { search }, place)}
      />
    </Panel>
  );
}

const Download = ({ path }: { path: string }) => <Downloads to={chartDownloadPath(path)} small />;

const plainPlace: Column<Row> = {
  key: "place",
  header: "No.",
  numeric: true,
  card: "aside",
  cell: ({ position }) => position,
};

const placeColumn = (action: string): Column<Row> => ({
  key: "place",
  header: "No.",
  card: "aside",
  cell: ({ ref, position, title }) => (
    <SongPlace
      action={action}
      songRef={ref}
      position={position}
      title={title}
      handle={<DragHandle songRef={ref} position={position} />}
    />
  ),
});

const columns: Column<Row>[] = [
  {
    key: "song",
    header: "Song",
    card: "title",
    cell: ({ title, artist, album, audio, art, state }) => (
      <div className="flex items-center gap-3 md:min-w-[200px]">
        <TrackCover src={audio} title={title} by={artist} art={art} />
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <b className="font-semibold">{title}</b>
          <small className="block text-ink-3">
            <span className="text-ink-2">{artist}</span>
            {album ? ` · ${album}` : null}
          </small>
          {state === "playable" ? null : <Pill tone="warn">{songStateLabels[state]}</Pill>}
        </div>
      </div>
    ),
  },
  {
    key: "described",
    header: "Language, tempo, era",
    card: "plain",
    cell: ({ described }) => described || "–",
  },
  { key: "length", header: "Length", numeric: true, cell: ({ length }) => length },
  { key: "weight", header: "Weight", numeric: true, cell: ({ weight }) => weight },
];

const weights = Array.from({ length: mostWeight }, (_, at) => at + 1);

const changeColumn = (action: string): Column<Row> => ({
  key: "change",
  header: "Change",
  card: "corner",
  cell: ({ ref, position, weight, title }) => (
    <RowMenu of={title}>
      <PostForm action={action} preventScrollReset className="p-2">
        <div className="flex items-end gap-2">
          <input type="hidden" name="id" value={ref} />
          <input type="hidden" name="was" value={position} />
          {/* Enter does what the first button does */}
          <label className="grid gap-1 text-xs text-ink-2">
            {" "}
            Position{" "}
            <input
              key={position}
              type="number"
              name="position"
              min={1}
              defaultValue={position}
              required
              className="control w-20"
            />
          </label>
          <label className="grid gap-1 text-xs text-ink-2">
            Weight
            <select
              key={weight}
              name="weight"
              autoComplete="off"
              defaultValue={weight}
              className="control w-16"
            >
              {weights.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <Button small name="do" value="place">
            Save
          </Button>
          <Button small name="do" value="remove" icon="trash" formNoValidate>
            Remove<span className="sr-only"> {title}</span>
          </Button>
        </div>
      </PostForm>
    </RowMenu>
  ),
});

function NoSongs({ path, search, mayChange }: Data) {
  if (search)
    return (
      <EmptyState title="No Data Found" action={<ButtonLink to={path}>Show all songs</ButtonLink>}>
        {chartTexts.noMatch}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="music"
      title="No songs yet"
      action={
        mayChange ? <ButtonLink to={`${path}/add?status=active`}>Add songs</ButtonLink> : undefined
      }
    >
      {chartTexts.noSongs}
    </EmptyState>
  );
}
