import type { StoresInTrouble as Answer, Trouble } from "#contract/stores/store-counts";
import { chooseCompanyPath } from "~/features/companies/paths";
import { withMembers } from "~/ui/frame/address";
import { Button } from "~/ui/frame/button";
import { Counted, Figure, useFigures } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { troubleTexts as texts } from "./texts";

type Company = Omit<Answer["companies"][number], "companyId"> & { ref: string };

/** In the order of the store list; a condition that overlaps with others comes last. */
const labels: [trouble: Trouble, header: string][] = [
  ["offline", "Offline"],
  ["silent", "Online, silent"],
  ["low-volume", "Low volume"],
  ["never-seen", "Never seen"],
  ["not-playing", "Not playing for 24 hours"],
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
          <Figure of={troubled} /> of <Counted of={stores} one="store" />
        </small>
      </>
    ),
  },
  ...labels.map(
    ([trouble, header]): Column<Company> => ({
      key: trouble,
      header,
      numeric: true,
      cell: (company) => <TroubledStores company={company} trouble={trouble} header={header} />,
    }),
  ),
];

function TroubledStores({
  company,
  trouble,
  header,
}: {
  company: Company;
  trouble: Trouble;
  header: string;
}) {
  const { figure, counted } = useFigures();
  const { ref, companyName, byTrouble } = company;
  if (byTrouble[trouble] === 0) return "0";
  return (
    <Button
      small
      name="company"
      value={ref}
      formAction={withMembers(chooseCompanyPath, { trouble })}
      aria-label={`Open ${companyName}: ${header}, ${counted(byTrouble[trouble], "store")}`}
    >
      {figure(byTrouble[trouble])}
    </Button>
  );
}

/** More companies are folded, so that the choice of a company stays in view. */
const shownAtOnce = 5;

/**
 * Lists the companies that need help, those with most stores first; each count chooses the company
 * and opens the stores that it counts.
 */
export function StoresInTrouble({ total, companies }: { total: number; companies: Company[] }) {
  const { counted } = useFigures();
  const first = companies.slice(0, shownAtOnce);
  const others = companies.slice(shownAtOnce);
  const table = (caption: string, rows: Company[]) => (
    <Table caption={caption} columns={columns} rows={rows} rowKey={({ ref }) => ref} />
  );
  return (
    <Panel
      title={texts.title}
      lead={[
        texts.lead(counted(total, "company", "companies"), total === 1),
        total > companies.length && texts.firstListed(companies.length),
      ]
        .filter(Boolean)
        .join(" ")}
    >
      <PostForm>
        {table(texts.first, first)}
        {others.length > 0 ? (
          <details className="border-t border-line">
            <summary className="py-2.5 font-semibold text-ink underline underline-offset-2">
              Show {counted(others.length, "more company", "more companies")}
            </summary>
            {table(texts.others, others)}
          </details>
        ) : null}
      </PostForm>
    </Panel>
  );
}
