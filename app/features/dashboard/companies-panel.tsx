import type { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Trouble } from "#contract/stores/store-counts";
import { alertsPath } from "~/features/alerts/paths";
import { NoCompanies } from "~/features/companies/no-companies";
import { chooseCompanyPath } from "~/features/companies/paths";
import { previewPath } from "~/features/schedule/paths";
import { storesPath } from "~/features/stores/paths";
import { withMembers } from "~/ui/frame/address";
import { Button } from "~/ui/frame/button";
import { Counted, Figure, useFigures } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import type { loadCompanies } from "./companies.server";
import { adminPath } from "./paths";
import { companiesDashboardTexts as texts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadCompanies>>;
type Company = Data["companies"][number];

const licencesPath = withMembers(storesPath, { condition: "licence-ending" });

const columns: Column<Company>[] = [
  {
    key: "company",
    header: "Company",
    sortKey: "company",
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
  trouble("silent", "Online, silent", ({ stores }) => stores.silent),
  trouble("low-volume", "Low volume", ({ stores }) => stores.lowVolume),
  trouble("not-playing", "Not playing for 24 hours", ({ stores }) => stores.notPlaying),
  trouble("never-seen", "Never seen", ({ stores }) => stores.neverSeen),
  column("unpublished", "Unpublished days", (company, header) => {
    const { unpublishedDays, mayPreview } = company;
    return (
      <Opens
        company={company}
        header={header}
        count={unpublishedDays}
        returnTo={mayPreview && previewPath}
      />
    );
  }),
  column("alerts", "Open alerts", (company, header) => (
    <Opens company={company} header={header} count={company.openAlerts} returnTo={alertsPath} />
  )),
  // the number includes the company's own licences, but the list shows only those of stores
  column("licences", "Licences ending", (company, header) => {
    const { licencesEnding, stores, listed } = company;
    return (
      <Opens
        company={company}
        header={header}
        count={licencesEnding + stores.licenceEnding}
        returnTo={listed && stores.licenceEnding > 0 && licencesPath}
      />
    );
  }),
  {
    key: "plays",
    header: "Plays, 7 days",
    sortKey: "plays",
    numeric: true,
    card: "line",
    cell: ({ plays, change }) => (
      <span>
        <Figure of={plays} />
        {change ? <small className="block text-ink-3">{change}</small> : null}
      </span>
    ),
  },
  {
    key: "open",
    header: "Actions",
    card: "plain",
    cell: ({ ref, companyName }) => (
      <Button small name="company" value={ref} aria-label={`Open ${companyName}`}>
        Open
      </Button>
    ),
  },
];

function column(
  key: string,
  header: string,
  cell: (company: Company, header: string) => ReactNode,
): Column<Company> {
  return {
    key,
    header,
    sortKey: key,
    numeric: true,
    card: "line",
    cell: (company) => cell(company, header),
  };
}

/** Makes a column whose number opens the company and the list of these stores. */
function trouble(key: Trouble, header: string, of: (company: Company) => number): Column<Company> {
  return column(key, header, (company) => (
    <Opens
      company={company}
      header={header}
      count={of(company)}
      one="store"
      trouble={company.listed && key}
    />
  ));
}

type OpensProps = {
  company: Company;
  header: string;
  count: number;
  one?: string;
  /** The list that the number opens; false if the person may not open it. */
  trouble?: Trouble | false;
  returnTo?: string | false;
};

function Opens({
  company: { ref, companyName },
  header,
  count,
  one,
  trouble = false,
  returnTo = false,
}: OpensProps) {
  const { figure, counted } = useFigures();
  if (count === 0 || !(trouble || returnTo)) return figure(count);
  return (
    <Button
      small
      variant="quiet"
      name="company"
      value={ref}
      formAction={withMembers(chooseCompanyPath, {
        trouble: trouble || undefined,
        returnTo: returnTo || undefined,
      })}
      aria-label={`Open ${companyName}: ${header}, ${one ? counted(count, one) : figure(count)}`}
    >
      {figure(count)}
    </Button>
  );
}

/** All companies, by default those that need most attention first. */
export function CompaniesPanel({
  totals,
  companies,
  sort,
}: Pick<Data, "totals" | "companies" | "sort">) {
  return (
    <>
      <StatTiles label="All companies" tiles={totals} />
      <Panel title="Companies">
        <PostForm action={chooseCompanyPath}>
          <input type="hidden" name="returnTo" value={adminPath} />
          <Table
            caption={texts.caption}
            columns={columns}
            rows={companies}
            rowKey={({ ref }) => ref}
            sort={{ by: sort, href: (by) => withMembers(adminPath, { sort: by }) }}
            empty={<NoCompanies />}
          />
        </PostForm>
      </Panel>
    </>
  );
}
