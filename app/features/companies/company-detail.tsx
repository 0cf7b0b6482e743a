import { Link, type useLoaderData } from "@remix-run/react";
import { type CompanySection, companySections, sectionNames } from "#contract/companies/words";
import { ButtonLink } from "~/ui/frame/button";
import { Figure } from "~/ui/frame/figures";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { Table } from "~/ui/frame/table";
import type { loadCompanyDetail } from "./company-detail.server";
import { licencePath } from "./paths";
import { companyTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadCompanyDetail>>;

/** Shows the company's details, a panel for each section with a link to change it. */
export function CompanySections({ facts, path }: Pick<Data, "facts"> & { path: string }) {
  return (
    <div className="grid items-start gap-x-4 md:grid-cols-2">
      {sectionNames.map((section) => (
        <SectionPanel key={section} section={section} facts={facts[section]} path={path} />
      ))}
    </div>
  );
}

function SectionPanel({
  section,
  facts,
  path,
}: {
  section: CompanySection;
  facts: { term: string; value: string | null }[];
  path: string;
}) {
  const title = companySections[section];
  return (
    <Panel
      title={title}
      actions={
        <ButtonLink to={`${path}/edit?section=${section}`} variant="quiet" small icon="edit">
          Edit<span className="sr-only"> {title}</span>
        </ButtonLink>
      }
    >
      <Facts
        facts={facts.map(({ term, value }) => ({
          term,
          value: value || <span className="text-ink-3">–</span>,
        }))}
      />
    </Panel>
  );
}

/** Licences to play music in public. */
export function CompanyLicences({ licences, path }: Pick<Data, "licences"> & { path: string }) {
  return (
    <Panel
      title="Licences"
      actions={
        <ButtonLink to={licencePath(path)} small icon="plus">
          Add licence
        </ButtonLink>
      }
    >
      <Table
        caption="Licences"
        rows={licences}
        rowKey={(row) => row.ref}
        columns={[
          {
            key: "name",
            header: "Licence",
            card: "title",
            cell: (row) => (
              <Link to={`${licencePath(path)}?licence=${row.ref}`} className="font-semibold">
                {row.name}
              </Link>
            ),
          },
          {
            key: "state",
            header: "State",
            card: "aside",
            cell: (row) => <Pill tone={row.state.tone}>{row.state.words}</Pill>,
          },
          { key: "number", header: "Number", card: "line", cell: (row) => row.number ?? "–" },
          { key: "dates", header: "Valid", card: "line", cell: (row) => row.dates },
          {
            key: "stores",
            header: "Stores",
            numeric: true,
            card: "line",
            cell: (row) => <Figure of={row.stores} />,
          },
        ]}
        empty={<p className="py-4 text-ink-3">No licences yet.</p>}
      />
    </Panel>
  );
}

const statusWords = { invited: "Invited", active: "Active", inactive: "Inactive" } as const;
const statusTones = { invited: "info", active: "ok", inactive: "idle" } as const;

/** The company's national admins. */
export function CompanyAdmins({ admins }: Pick<Data, "admins">) {
  return (
    <Panel title="Admins" lead={companyTexts.admins}>
      <Table
        caption="Admins"
        rows={admins}
        rowKey={(row) => row.username}
        columns={[
          {
            key: "username",
            header: "Username",
            card: "title",
            cell: (row) => <b className="font-semibold">{row.username}</b>,
          },
          {
            key: "status",
            header: "Status",
            card: "aside",
            cell: (row) => <Pill tone={statusTones[row.status]}>{statusWords[row.status]}</Pill>,
          },
          { key: "email", header: "Email", card: "line", cell: (row) => row.email },
        ]}
        empty={<p className="py-4 text-ink-3">No national admins.</p>}
      />
    </Panel>
  );
}
