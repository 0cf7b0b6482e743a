import { PageHead } from "~/ui/page-head";
import { Tabs } from "~/ui/tabs";
import { chartsPath } from "./chart-paths";

/** The head of both pages that add songs to a chart. */
export function AddingHead({ name, path, way }: { name: string; path: string; way: "search" | "list" }) {
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Charts", to: chartsPath },
          { label: name, to: path },
        ]}
        title={`Add songs to ${name}`}
        lead="They come to the chart's end. What is in it already stays where it is."
        help="/admin/tutorials/music_chart_song_search"
      />
      <Tabs
        label="Ways to add songs"
        tabs={[
          { label: "Search the library", to: `${path}/add?status=active`, current: way === "search" },
          { label: "Paste or upload a list", to: `${path}/list`, current: way === "list" },
        ]}
      />
    </>
  );
}
