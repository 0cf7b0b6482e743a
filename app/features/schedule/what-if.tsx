import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Chart } from "~/ui/chart";
import { ButtonLink } from "~/ui/frame/button";
import { useHydrated } from "~/ui/frame/hydrated";
import { Progress } from "~/ui/frame/loading";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { useAnswer } from "~/ui/use-answer";
import { ArcChart, MoodBand } from "./arc-chart";
import { arcTexts, whatIfTexts } from "./rule-texts";
import type { TrialProgress, TrialWords, TriedRow, WhatIfWords } from "./what-if-words";

const msToAsk = 2_000;

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
  if (progress) return <ProgressPanel trial={trial} progress={progress} />;
  if (failure)
    return (
      <Panel id="what-if" title={whatIfTexts.title}>
        <p role="status">{whatIfTexts.failed(failure)}</p>
      </Panel>
    );
  return whatIf ? <WhatIfPanel whatIf={whatIf} /> : null;
}

/** Asks how far a trial is while the page is seen, and loads the page anew once it is over. */
function useProgress(progressTo: string, first: TrialProgress): TrialProgress {
  const [answer, ask] = useAnswer<{ progress: TrialProgress | null }>();
  const { revalidate } = useRevalidator();
  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") latestAsk.current(progressTo);
    }, msToAsk);
    return () => clearInterval(timer);
  }, [progressTo]);
  useEffect(() => {
    if (answer?.progress === null) revalidate();
  }, [answer, revalidate]);
  return answer?.progress ?? first;
}

type ProgressProps = { trial: Pick<TrialWords, "to" | "progressTo">; progress: TrialProgress };

/** Follows the trial by itself with script, else by a press. */
function ProgressPanel({ trial: { to, progressTo }, progress }: ProgressProps) {
  const isScripted = useHydrated();
  const { words, day, days } = useProgress(progressTo, progress);
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
