import { counted, figure } from "#contract/base/figure";
import type { StoresInTrouble as Answer, Trouble } from "#contract/stores/endpoints";
import { chooseCompanyPath } from "~/features/companies/paths";
import { withMembers } from "~/ui/frame/address";
import { Button } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";

type Company = Omit<Answer["companies"][number], "companyId"> & { ref: string };

/** As the stores' list has them. */
const labels: [trouble: Trouble, header: string][] = [
  ["offline", "Offline"],
  ["silent", "Silent"],
  ["not-playing", "Not playing for 24 h"],
  ["low-volume", "Low volume"],
  ["never-seen", "Never seen"],
];

const columns: Column<Company>[] = [
  {
    key: "company",
    header: "Company",
    card: "title",
    cell: ({ companyName, troubled, stores }) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere]">{companyName}</b>
        <small className="block text-ink-3">
          {figure(troubled)} of {counted(stores, "store")}
        </small>
      </>
    ),
  },
  ...labels.map(
    ([trouble, header]): Column<Company> => ({
      key: trouble,
      header,
      numeric: true,
      cell: ({ ref, companyName, byTrouble }) =>
        byTrouble[trouble] > 0 ? (
          <Button
            small
            name="company"
            value={ref}
            formAction={withMembers(chooseCompanyPath, { trouble })}
            aria-label={`Open ${companyName}: ${header}, ${counted(byTrouble[trouble], "store")}`}
          >
            {figure(byTrouble[trouble])}
          </Button>
        ) : (
          "0"
        ),
    }),
  ),
];

/** Which companies need help, those with most first; each count chooses the company and opens the stores that it counts. */
export function StoresInTrouble({ total, companies }: { total: number; companies: Company[] }) {
  const more = total - companies.length;
  return (
    <Panel
      title="Stores in trouble"
      lead={`In ${counted(total, "company", "companies")}. Press a number to open those stores.${more > 0 ? ` The ${companies.length} companies with most are listed.` : ""}`}
      padded={false}
    >
      <PostForm>
        <Table caption="Companies with stores in trouble" columns={columns} rows={companies} rowKey={({ ref }) => ref} />
      </PostForm>
    </Panel>
  );
}
