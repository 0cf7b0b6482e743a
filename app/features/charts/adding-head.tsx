import { tutorialPath } from "~/features/tutorials/paths";
import { ButtonLink } from "~/ui/frame/button";
import { type Crumb, PageHead } from "~/ui/frame/page-head";
import { Tabs } from "~/ui/frame/tabs";
import { listOf, songListPath } from "./paths";
import { songAddingTexts } from "./texts";

type Props = {
  /** The list of charts or events. */
  above: Crumb;
  name: string;
  path: string;
  /** Names the owner of the songs in a sentence: "event". */
  of: string;
  lead: string;
  way: "search" | "list";
  listTab: string;
};

/** The head of the pages that add songs to a chart or event, one for each way. */
export function AddingHead({ above, name, path, of, lead, way, listTab }: Props) {
  return (
    <>
      <PageHead
        crumbs={[above, { label: name, to: path }]}
        title={`Add songs to ${name}`}
        lead={lead}
        help={tutorialPath("music_chart_song_search")}
        actions={<ButtonLink to={path}>Show the {of}</ButtonLink>}
      />
      <Tabs
        label="Ways to add songs"
        tabs={[
          {
            label: "Search the library",
            to: `${path}/add?status=active`,
            current: way === "search",
          },
          { label: listTab, to: songListPath(path), current: way === "list" },
        ]}
      />
    </>
  );
}

type ChartProps = Pick<Props, "name" | "path" | "way"> & { kind: string };

export const ChartAddingHead = ({ kind, name, path, way }: ChartProps) => (
  <AddingHead
    above={{ label: "Charts", to: listOf(kind) }}
    name={name}
    path={path}
    of="chart"
    lead={songAddingTexts.lead}
    way={way}
    listTab={songAddingTexts.listTab}
  />
);
