import { Chart } from "~/ui/chart";
import { ButtonLink } from "~/ui/frame/button";
import { useHydrated } from "~/ui/frame/hydrated";
import { Progress } from "~/ui/frame/loading";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { useRefresh } from "~/ui/use-refresh";
import { ArcChart, MoodBand } from "./arc-chart";
import { arcTexts, whatIfTexts } from "./rule-texts";
import type { TrialWords, TriedRow, WhatIfWords } from "./what-if-words";

const secondsToRefresh = 2;

const columnsOf = (header: string): Column<TriedRow>[] => [
  { key: "label", header, card: "title", cell: ({ label }) => label },
  { key: "present", header: "Now", numeric: true, cell: ({ present }) => present },
  { key: "trial", header: "This rule", numeric: true, cell: ({ trial }) => trial },
];

/** Shows the person's own trial of the rule: a link to it, its progress, or its comparison. */
export function TrialPanel({ trial }: { trial: TrialWords }) {
  const { to, isOpen, lead, progress, failure, whatIf } = trial;
  if (!isOpen)
    return (
      <Panel title={whatIfTexts.title} lead={lead}>
        <ButtonLink to={to}>{whatIfTexts.open}</ButtonLink>
      </Panel>
    );
  if (progress) return <TrialProgress progress={progress} to={to} />;
  if (failure)
    return (
      <Panel id="what-if" title={whatIfTexts.title}>
        <p role="status">{whatIfTexts.failed(failure)}</p>
      </Panel>
    );
  return whatIf ? <WhatIfPanel whatIf={whatIf} /> : null;
}

/** Refreshes by itself with script, else by a press. */
function TrialProgress({
  progress: { words, day, days },
  to,
}: {
  progress: NonNullable<TrialWords["progress"]>;
  to: string;
}) {
  const isScripted = useHydrated();
  useRefresh(secondsToRefresh);
  return (
    <Panel id="what-if" title={whatIfTexts.progress} lead={whatIfTexts.leave}>
      <p role="status" className="mb-2">
        {words}
      </p>
      <Progress label={whatIfTexts.progress} value={day} max={days} />
      {isScripted ? null : (
        <p className="mt-3">
          <ButtonLink to={to}>Refresh</ButtonLink>
        </p>
      )}
    </Panel>
  );
}

/** Compares the coming days by the rule as typed with those by the stored rule. */
function WhatIfPanel({ whatIf }: { whatIf: WhatIfWords }) {
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
