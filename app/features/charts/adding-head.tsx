import { tutorialPath } from "~/features/tutorials/paths";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Tabs } from "~/ui/frame/tabs";
import { listOf, songListPath } from "./paths";
import { songAddingTexts } from "./texts";

type Props = { kind: string; name: string; path: string; way: "search" | "list" };

/** The head of both pages that add songs to a chart. */
export function AddingHead({ kind, name, path, way }: Props) {
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Charts", to: listOf(kind) },
          { label: name, to: path },
        ]}
        title={`Add songs to ${name}`}
        lead={songAddingTexts.lead}
        help={tutorialPath("music_chart_song_search")}
        actions={<ButtonLink to={path}>Show the chart</ButtonLink>}
      />
      <Tabs
        label="Ways to add songs"
        tabs={[
          {
            label: "Search the library",
            to: `${path}/add?status=active`,
            current: way === "search",
          },
          { label: songAddingTexts.listTab, to: songListPath(path), current: way === "list" },
        ]}
      />
    </>
  );
}
