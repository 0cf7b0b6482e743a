import type { useLoaderData } from "@remix-run/react";
import { NoCompanies } from "~/features/companies/no-companies";
import { chooseCompanyPath } from "~/features/companies/paths";
import { withMembers } from "~/ui/frame/address";
import { Button } from "~/ui/frame/button";
import { Counted, Figure, useFigures } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import type { loadCompanies } from "./dashboard.server";
import { adminPath } from "./paths";
import { companiesDashboardTexts as texts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadCompanies>>;
type Company = Data["companies"][number];

const columns: Column<Company>[] = [
  {
    key: "company",
    header: "Company",
    card: "title",
    cell: ({ companyName, stores }) => (
      <>
        <b className="block min-w-32 break-words font-semibold">{companyName}</b>
        <small className="block text-ink-3">
          <Counted of={stores.total} one="store" />
        </small>
      </>
    ),
  },
  trouble("offline", "Offline", ({ stores }) => stores.offline),
  trouble("silent", "Silent", ({ stores }) => stores.silent),
  trouble("not-playing", "Not playing", ({ stores }) => stores.notPlaying),
  trouble("low-volume", "Low volume", ({ stores }) => stores.lowVolume),
  count("unpublished", "Unpublished", ({ unpublishedDays }) => unpublishedDays),
  count("alerts", "Alerts", ({ openAlerts }) => openAlerts),
  count("licences", "Licences", ({ licencesEnding, stores }) => licencesEnding + stores.licenceEnding),
  {
    ...{ key: "plays", header: "Plays, 7 days", numeric: true, card: "line" },
    cell: ({ plays, change }) => (
      <span>
        <Figure of={plays} />
        {change ? <small className="block text-ink-3">{change}</small> : null}
      </span>
    ),
  },
  {
    ...{ key: "open", header: "Open", card: "line" },
    cell: ({ ref, companyName }) => (
      <Button small name="company" value={ref} aria-label={`Open ${companyName}`}>
        Open
      </Button>
    ),
  },
];

function count(key: string, header: string, of: (company: Company) => number): Column<Company> {
  return { key, header, numeric: true, card: "line", cell: (company) => <Figure of={of(company)} /> };
}

/** The number opens the company and the list of these stores. */
function trouble(key: string, header: string, of: (company: Company) => number): Column<Company> {
  return {
    ...{ key, header, numeric: true, card: "line" },
    cell: (company) => <Stores company={company} condition={key} header={header} count={of(company)} />,
  };
}

function Stores({ company, condition, header, count }: { company: Company; condition: string; header: string; count: number }) {
  const { figure, counted } = useFigures();
  if (count === 0 || !company.listed) return figure(count);
  return (
    <Button
      small
      name="company"
      value={company.ref}
      formAction={withMembers(chooseCompanyPath, { trouble: condition })}
      aria-label={`Open ${company.companyName}: ${header}, ${counted(count, "store")}`}
    >
      {figure(count)}
    </Button>
  );
}

/** All companies, those that need most attention first. */
export function CompaniesPanel({ totals, companies }: Data) {
  return (
    <>
      <StatTiles label="All companies" tiles={totals} />
      <Panel title="Companies" padded={false}>
        <PostForm action={chooseCompanyPath}>
          <input type="hidden" name="returnTo" value={adminPath} />
          <Table caption={texts.caption} columns={columns} rows={companies} rowKey={({ ref }) => ref} empty={<NoCompanies />} />
        </PostForm>
      </Panel>
    </>
  );
}
