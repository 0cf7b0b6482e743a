import { type useLoaderData, useParams } from "@remix-run/react";
import type { Figures } from "#contract/base/figures";
import { useHistory } from "~/lib/audit/history";
import { Chart } from "~/ui/chart";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Figure, useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { HeatMap } from "~/ui/heat-map";
import { HistoryPanel } from "~/ui/history-panel";
import { PlayButton, TrackList } from "~/ui/play-button";
import type { loadCampaign } from "./campaign-detail.server";
import { adsPath, campaignCopyPath } from "./paths";
import { campaignTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadCampaign>>;

export function CampaignHead({
  name,
  path,
  state,
  kind,
  flight,
  pacing,
  actions,
  questions,
}: Data) {
  const resume = questions.filter(({ isMain }) => isMain);
  const others = questions.filter(({ isMain }) => !isMain);
  return (
    <PageHead
      crumbs={[{ label: "Ads", to: adsPath }]}
      title={name}
      finding={pacing?.finding}
      history={useHistory("campaign", useParams().id)}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Pill tone={state.tone}>{state.words}</Pill>
          <span>
            {kind}, {flight}
          </span>
        </span>
      }
      more={
        questions.length > 0 ? (
          <>
            {others.map(({ isMain: _, ...question }) => (
              <ConfirmLink key={question.to} {...question} variant="plain" />
            ))}
            <ButtonLink to={campaignCopyPath(path)}>Copy</ButtonLink>
          </>
        ) : undefined
      }
      actions={
        actions.length > 0 ? (
          <>
            {actions.map(({ label, to, isMain }) => (
              <ButtonLink key={to} to={to} variant={isMain ? "primary" : undefined}>
                {label}
              </ButtonLink>
            ))}
            {resume.map(({ isMain: _, ...question }) => (
              <ConfirmLink key={question.to} {...question} variant="primary" />
            ))}
          </>
        ) : undefined
      }
    />
  );
}

export const CampaignNotes = ({ notes }: Data) =>
  notes.length > 0 ? (
    <div className="panel mb-4 grid gap-1 px-4 py-3 text-ink-2">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  ) : null;

type Spot = Data["spots"][number];
const spotColumns: Column<Spot>[] = [
  {
    key: "name",
    header: "Spot",
    cell: ({ name, active, audio }) => (
      <span className="flex items-center gap-3">
        {audio ? <PlayButton src={audio} title={name} /> : null}
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <b className="font-semibold">{name}</b>
          {active ? null : <small className="block text-warn">{campaignTexts.inactive}</small>}
        </span>
      </span>
    ),
  },
  { key: "length", header: "Length", numeric: true, cell: ({ length }) => length },
  { key: "weight", header: "Weight", numeric: true, cell: ({ weight }) => <Figure of={weight} /> },
];

export function CampaignFacts({ facts, spots, availabilityTo }: Data) {
  return (
    <div className="grid items-start gap-x-4 lg:grid-cols-2">
      <Panel title="Campaign" actions={<TextLink to={availabilityTo}>See availability</TextLink>}>
        <Facts facts={facts} />
      </Panel>
      <Panel title="Spots" lead={spots.length > 1 ? campaignTexts.spots : undefined}>
        <TrackList>
          <Table caption="Spots" columns={spotColumns} rows={spots} rowKey={({ key }) => key} />
        </TrackList>
      </Panel>
    </div>
  );
}

export function CampaignPlays({ graph, map }: Data) {
  if (!map) return null;
  const { earlier, later, ...cells } = map;
  return (
    <>
      <Chart {...graph} kind="bar" />
      <Panel title="Hours by day" lead={campaignTexts.hours}>
        <HeatMap {...cells} caption={campaignTexts.hoursCaption} unit="Plays" nothing="No plays" />
        {earlier || later ? (
          <nav aria-label="Days" className="mt-3 flex gap-2">
            {earlier ? <ButtonLink to={earlier}>Earlier days</ButtonLink> : null}
            {later ? <ButtonLink to={later}>Later days</ButtonLink> : null}
          </nav>
        ) : null}
      </Panel>
    </>
  );
}

/** Rows of a long list that stay open, so that the plays below it are in view. */
const openRows = 5;
const foldOf = (rows: number, counted: Figures["counted"]) =>
  rows > 2 * openRows ? { from: openRows, label: counted(rows - openRows, "more row") } : undefined;

type ShortfallRow = Data["shortfall"]["rows"][number];
const shortColumns: Column<ShortfallRow>[] = [
  {
    key: "store",
    header: "Store",
    cell: ({ name, to }) => (
      <b className="font-semibold">{to ? <TextLink to={to}>{name}</TextLink> : name}</b>
    ),
  },
  {
    key: "missing",
    header: "Missing plays",
    numeric: true,
    cell: ({ missing }) => <Figure of={missing} />,
  },
  { key: "because", header: "Reason", card: "plain", cell: ({ because }) => because },
];

export function CampaignShortfall({ shortfall: { rows, total } }: Data) {
  const { figure, counted } = useFigures();
  if (rows.length === 0) return null;
  return (
    <Panel
      title="Shortfall"
      lead={
        rows.length < 100
          ? campaignTexts.shortfallAll(total)
          : campaignTexts.shortfall(figure(rows.length), total)
      }
    >
      <Table
        caption={campaignTexts.shortfallCaption}
        columns={shortColumns}
        rows={rows}
        rowKey={({ key }) => key}
        fold={foldOf(rows.length, counted)}
      />
    </Panel>
  );
}

type RefusedRow = Data["refused"][number];
const refusedColumns: Column<RefusedRow>[] = [
  {
    key: "store",
    header: "Store",
    cell: ({ name, to }) => (
      <b className="font-semibold">{to ? <TextLink to={to}>{name}</TextLink> : name}</b>
    ),
  },
  {
    key: "day",
    header: "Day",
    cell: ({ day }) => <span className="whitespace-nowrap">{day}</span>,
  },
  { key: "hours", header: "Hours from", cell: ({ hours }) => hours },
  { key: "plays", header: "Plays", numeric: true, cell: ({ plays }) => <Figure of={plays} /> },
  { key: "because", header: "Reason", card: "plain", cell: ({ because }) => because },
];

/** Plays to come that published days leave out or have at another time. */
export function CampaignRefused({ refused }: Data) {
  const { figure, counted } = useFigures();
  if (refused.length === 0) return null;
  const lead =
    refused.length < 100
      ? campaignTexts.refusedLead
      : `${campaignTexts.refusedFirst(figure(100))} ${campaignTexts.refusedLead}`;
  return (
    <Panel title={campaignTexts.refusedTitle} lead={lead}>
      <Table
        caption={campaignTexts.refusedCaption}
        columns={refusedColumns}
        rows={refused}
        rowKey={({ key }) => key}
        fold={foldOf(refused.length, counted)}
      />
    </Panel>
  );
}

export const CampaignHistory = ({ history, mayChange }: Data) => (
  <HistoryPanel
    {...history}
    label={campaignTexts.history}
    lead={mayChange ? undefined : campaignTexts.historyHidden}
  />
);
