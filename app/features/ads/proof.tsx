import { CompanyIcon } from "~/features/companies/company-icon";
import { Chart } from "~/ui/chart";
import { ButtonLink } from "~/ui/frame/button";
import { Figure } from "~/ui/frame/figures";
import { Logo } from "~/ui/frame/logo";
import { Panel } from "~/ui/frame/panel";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import type { ShownProof } from "./proof.server";
import { proofTexts as texts } from "./proof-words";

/** A campaign's proof of play below its title, the same for us and for the brand. */
export const ProofBody = (proof: ShownProof) => (
  <>
    <StatTiles label="Plays in short" tiles={proof.tiles} />
    <p className={proof.impressions ? "mb-2" : "mb-6"}>{proof.reach}</p>
    {proof.impressions ? <ImpressionLines {...proof.impressions} /> : null}
    {proof.graph.points.length > 0 ? <Chart {...proof.graph} kind="bar" /> : null}
    {proof.hours.points.length > 0 ? (
      <Chart {...proof.hours} kind="bar">
        {proof.hours.note ? <p className="text-sm text-ink-3">{proof.hours.note}</p> : null}
      </Chart>
    ) : null}
    <Panel title="Spots" lead={texts.spots}>
      <Table
        caption={texts.spots}
        columns={spotColumns}
        rows={proof.spots}
        rowKey={({ name }) => name}
      />
    </Panel>
    {proof.days.length > 0 ? (
      <Panel title="Days" lead={texts.days}>
        <Table
          caption={texts.daysCaption}
          columns={countColumns("Day")}
          rows={proof.days}
          rowKey={({ key }) => key}
        />
      </Panel>
    ) : null}
    {proof.stores.length > 0 ? (
      <Panel title="Stores" lead={proof.moreStores}>
        <Table
          caption={texts.storesCaption}
          columns={countColumns("Store")}
          rows={proof.stores}
          rowKey={({ key }) => key}
        />
      </Panel>
    ) : null}
    <p className="text-sm text-ink-3">
      {proof.made} {texts.counted}
    </p>
  </>
);

/** Estimated impressions, and how they are estimated. */
export const ImpressionLines = ({ figure, basis }: { figure: string; basis: string }) => (
  <p className="mb-6">
    <b className="font-semibold">{figure}</b>
    <span className="block text-sm text-ink-3">{basis}</span>
  </p>
);

type Spot = ShownProof["spots"][number];
const spotColumns: Column<Spot>[] = [
  {
    key: "name",
    header: "Spot",
    cell: ({ name }) => <b className="font-semibold [overflow-wrap:anywhere]">{name}</b>,
  },
  { key: "length", header: "Length", numeric: true, cell: ({ length }) => length },
  {
    key: "verified",
    header: "Verified",
    numeric: true,
    cell: ({ verified }) => <Figure of={verified} />,
  },
];

type ProofRow = ShownProof["days"][number] | ShownProof["stores"][number];
const counts = [
  ["booked", "Booked"],
  ["makeGoods", "Make-goods"],
  ["extra", "Beyond booking"],
  ["verified", "Verified"],
  ["missed", "Missed"],
] as const;
const countColumns = (header: string): Column<ProofRow>[] => [
  {
    key: "name",
    header,
    cell: ({ name, code }) => (
      <>
        <span className="[overflow-wrap:anywhere]">{name}</span>
        {code === null ? null : <small className="block text-ink-3">{code}</small>}
      </>
    ),
  },
  ...counts.map(
    ([key, label]): Column<ProofRow> => ({
      key,
      header: label,
      numeric: true,
      cell: ({ [key]: plays }) => <Figure of={plays} />,
    }),
  ),
];

type LinkedProofProps = ShownProof & {
  logo: string | null;
  files: { label: string; to: string }[];
  expires: string;
};

/** The page behind a link: a sheet of paper without links to other pages. */
export const LinkedProof = (proof: LinkedProofProps) => (
  <main id="main" className="mx-auto max-w-[960px] px-4 py-6 md:px-8 md:py-10">
    <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b-2 border-ink pb-4">
      <p className="flex min-w-0 items-center gap-3">
        <CompanyIcon src={proof.logo} size={64} />
        <span className="min-w-0">
          <b className="block text-lg [overflow-wrap:anywhere]">{proof.company}</b>
          <span className="text-sm text-ink-3">{texts.title}</span>
        </span>
      </p>
      <p className="flex flex-wrap gap-2 print:hidden">
        {proof.files.map(({ label, to }) => (
          <ButtonLink key={label} to={to} icon="download" rel="nofollow" reloadDocument>
            {label}
          </ButtonLink>
        ))}
      </p>
    </header>
    <h1 className="text-2xl font-bold tracking-tight [overflow-wrap:anywhere]">{proof.title}</h1>
    <p className="mb-6 mt-1 text-ink-2 [overflow-wrap:anywhere]">{proof.facts}</p>
    <ProofBody {...proof} />
    <footer className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-sm text-ink-3">
      <span>{proof.expires}</span>
      <Logo />
    </footer>
  </main>
);

/** Shown if a link to a proof of play is unknown or has expired. */
export const NoProof = () => (
  <main id="main" className="mx-auto grid max-w-[560px] gap-2 px-4 py-16">
    <h1 className="text-xl font-bold">{texts.deadLink}</h1>
    <p className="text-ink-2">{texts.dead}</p>
  </main>
);
