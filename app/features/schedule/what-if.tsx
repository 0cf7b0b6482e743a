import { Chart } from "~/ui/chart";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { ArcChart, MoodBand } from "./arc-chart";
import { arcTexts, whatIfTexts } from "./rule-texts";
import type { TriedRow, WhatIfWords } from "./what-if-words";

const columnsOf = (header: string): Column<TriedRow>[] => [
  { key: "label", header, card: "title", cell: ({ label }) => label },
  { key: "present", header: "Now", numeric: true, cell: ({ present }) => present },
  { key: "trial", header: "This rule", numeric: true, cell: ({ trial }) => trial },
];

/** Compares the coming days by the rule as typed with those by the stored rule. */
export function WhatIfPanel({ whatIf }: { whatIf: WhatIfWords }) {
  const { lead, figures, turnover, songs, breaks, energy, moods } = whatIf;
  const table = (caption: string, header: string, rows: TriedRow[]) => (
    <Table
      caption={caption}
      columns={columnsOf(header)}
      rows={rows}
      rowKey={({ label }) => label}
    />
  );
  return (
    <section aria-label={whatIfTexts.title} id="what-if" className="scroll-mt-16">
      <Panel title={whatIfTexts.title}>
        <p role="status" className="mb-3 text-ink-2">
          {lead}
        </p>
        {table(whatIfTexts.figures, "Over 28 days", figures)}
      </Panel>
      <Panel title="Turnover">{table(whatIfTexts.turnover, "Part of the mix", turnover)}</Panel>
      <Chart
        title={breaks.title}
        axes={whatIfTexts.breaksAxes}
        kind="bar"
        series={[{ label: "Now" }, { label: "This rule" }]}
        points={breaks.points}
        pointHeader="Hour"
      />
      {energy ? (
        <ArcChart
          series={[{ label: "Asked" }, { label: "Now" }, { label: "This rule" }]}
          points={energy}
        />
      ) : null}
      {moods ? (
        <Chart
          title={arcTexts.moodsTried}
          axes={arcTexts.moodsAxes}
          kind="bar"
          isPercent
          series={[{ label: "Now" }, { label: "This rule" }]}
          points={moods.points}
          pointHeader="Hour"
        >
          <MoodBand stretches={moods.stretches} />
        </Chart>
      ) : null}
      {songs.length > 0 ? (
        <Panel title={whatIfTexts.songs}>{table(whatIfTexts.songs, "Song", songs)}</Panel>
      ) : null}
    </section>
  );
}
