import { type useLoaderData, useParams } from "@remix-run/react";
import type { Figures } from "#contract/base/figures";
import { statusLabels } from "#contract/base/status";
import { chartKindLabels, displays } from "#contract/charts/words";
import { ruleLevelLabels } from "#contract/schedule/words";
import { tutorialPath } from "~/features/tutorials/paths";
import { useHistory } from "~/lib/audit/history";
import { Chart } from "~/ui/chart";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Figure, useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { Table } from "~/ui/frame/table";
import type { loadChart } from "./chart-detail.server";
import { ChartLogo } from "./chart-list";
import { chartEditPath, listOf, songPickerPath } from "./paths";
import { chartTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadChart>>;

export function ChartHead({
  kind,
  path,
  name,
  description,
  status,
  logo,
  art,
  turn,
  removal,
  mayChange,
  changedOn,
  copyTo,
}: Data) {
  return (
    <PageHead
      crumbs={[{ label: "Charts", to: listOf(kind) }]}
      title={name}
      help={tutorialPath("music_chart")}
      history={useHistory("chart", useParams().id, kind === "popular" ? "provider" : undefined)}
      lead={
        <>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ChartLogo logo={logo} art={art} />
            <Pill tone={status === "active" ? "ok" : "idle"}>{statusLabels[status]}</Pill>
            <span>
              {chartKindLabels[kind]}, changed {changedOn}
              {mayChange ? "" : `. ${chartTexts.viewOnly}`}
            </span>
          </span>
          {description ? (
            <span className="mt-1 block [overflow-wrap:anywhere]">{description}</span>
          ) : null}
        </>
      }
      more={
        mayChange ? (
          <>
            <ConfirmLink {...removal} icon="trash" />
            <ConfirmLink {...turn} variant="plain" />
            {copyTo ? <ButtonLink to={copyTo}>Copy</ButtonLink> : null}
          </>
        ) : undefined
      }
      actions={
        mayChange ? (
          <>
            <ButtonLink to={chartEditPath(path)} icon="edit">
              Edit
            </ButtonLink>
            <ButtonLink
              to={withMembers(songPickerPath(path), { status: "active" })}
              variant="primary"
              icon="plus"
            >
              Add songs
            </ButtonLink>
          </>
        ) : copyTo ? (
          <ButtonLink to={copyTo} variant="primary">
            Make your own copy
          </ButtonLink>
        ) : undefined
      }
    />
  );
}

export function ChartTiles({ songs, playable, withoutAudio, length, turnsADay, rules }: Data) {
  const figures = useFigures();
  const { figure } = figures;
  const resting = songs - playable;
  const silent = withoutAudio > 0 ? `, ${figure(withoutAudio)} without audio` : "";
  return (
    <StatTiles
      label="Chart figures"
      tiles={[
        {
          label: "Songs",
          value: figure(songs),
          note:
            resting > 0
              ? `${figure(resting)} not playing today${silent}`
              : songs > 0
                ? "all play today"
                : "none yet",
        },
        { label: "Length", value: length, note: chartTexts.ofPlayingSongs },
        {
          label: "Repeats",
          value: turnsADay === null ? "–" : turns(turnsADay, figures),
          note: "if played alone 24 h",
        },
        {
          label: "Master rules",
          value: figure(rules),
          note: rules === 0 ? "no rule uses it" : rules === 1 ? "uses it" : "use it",
        },
      ]}
    />
  );
}

const turns = (aDay: number, { rounded }: Figures) =>
  aDay >= 0.95 ? `${rounded(aDay)} × per day` : `every ${rounded(1 / aDay)} days`;

const facets = [
  { facet: "language", header: "Language", word: "language" },
  { facet: "tempo", header: "Tempo", word: "tempo" },
  { facet: "era", header: "Era", word: "era" },
] as const;

/**
 * Draws how many songs each language, tempo and era has, as the chart or the address says.
 */
export function MakeUp({ path, here, makeUp, songs, display }: Data) {
  if (songs === 0) return null;
  return (
    <section aria-label="Composition" className="grid items-start gap-x-4 lg:grid-cols-3">
      {facets.map(({ facet, header, word }) => (
        <Chart
          key={facet}
          title={finding(makeUp[facet], songs, word)}
          axes={`Songs by ${word}`}
          kind={display}
          kinds={[...displays]}
          kindHref={(kind) => withMembers(path, here, { display: kind })}
          series={[{ label: "Songs" }]}
          points={makeUp[facet].map(({ name, songs: count }) => ({ label: name, values: [count] }))}
          pointHeader={header}
        />
      ))}
    </section>
  );
}

function finding(shares: { name: string; songs: number }[], songs: number, word: string): string {
  const most = Math.max(...shares.map((share) => share.songs));
  const names = shares.filter((share) => share.songs === most).map(({ name }) => name);
  const [first = ""] = names;
  const percent = `${Math.round((most / songs) * 100)}%`;
  if (names.includes("Not known")) return chartTexts.notKnown(word, percent);
  if (most === songs) return `All are ${first}`;
  if (names.length > 2) return `No leading ${word}`;
  return names.length === 2
    ? chartTexts.twoLead(names.join(" and "), percent)
    : `${first} leads with ${percent}`;
}

/** The rules that mix the chart, each with how often its songs come round. */
export function Uses({ uses, rules, name }: Data) {
  if (uses.length === 0) return null;
  return (
    <div id="used" className="scroll-mt-16">
      <Panel title="How often songs repeat" lead={chartTexts.turnover}>
        <Table
          caption={chartTexts.uses(name)}
          columns={[
            {
              key: "unit",
              header: "Master rule of",
              card: "title",
              cell: ({ companyName, unitName, level }) => (
                <>
                  {unitName}
                  <small className="block text-ink-3">
                    {level === "COMPANY"
                      ? ruleLevelLabels[level]
                      : `${ruleLevelLabels[level]} of ${companyName}`}
                  </small>
                </>
              ),
            },
            { key: "slot", header: "Time slot", cell: ({ slotName }) => slotName },
            {
              key: "percent",
              header: "Share",
              numeric: true,
              cell: ({ percent }) => (percent === null ? "Fallback" : `${percent}%`),
            },
            {
              key: "calls",
              header: "Songs per hour",
              numeric: true,
              cell: ({ calls }) => calls ?? "–",
            },
            {
              key: "turnover",
              header: "All played after",
              numeric: true,
              cell: ({ turnover }) => turnover ?? "–",
            },
          ]}
          rows={uses}
          rowKey={({ companyName, level, unitName, slotName, percent }) =>
            [companyName, level, unitName, slotName, percent].join("/")
          }
        />
        {rules > uses.length ? (
          <p className="border-t border-line px-3 py-2 text-sm text-ink-3">
            The first {uses.length} of <Figure of={rules} />.
          </p>
        ) : null}
      </Panel>
    </div>
  );
}
