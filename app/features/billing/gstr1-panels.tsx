import type { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSelect } from "~/ui/frame/filter-bar";
import { Facts, Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { gstr1Texts as texts } from "./gst-words";
import type { loadGstr1 } from "./gstr1.server";
import { billingSettingsPath, gstr1Path } from "./paths";

type Data = ReturnType<typeof useLoaderData<typeof loadGstr1>>;

/** Draws what the portal would refuse before the files. */
export function Gstr1Problems({ problems, problemsLead }: Pick<Data, "problems" | "problemsLead">) {
  if (problems.length === 0) return null;
  return (
    <Panel title={texts.problems} lead={problemsLead}>
      <Table
        caption={texts.problems}
        columns={problemColumns}
        rows={[...problems]}
        rowKey={({ key }) => key}
      />
    </Panel>
  );
}

const problemColumns: Column<Data["problems"][number]>[] = [
  {
    key: "number",
    header: "Document",
    card: "title",
    cell: ({ number, to }) => (
      <b className="font-semibold">
        <TextLink to={to}>{number}</TextLink>
      </b>
    ),
  },
  {
    key: "company",
    header: "Company",
    cell: ({ company, companyTo }) => <TextLink to={companyTo}>{company}</TextLink>,
  },
  { key: "problem", header: "Why", card: "plain", cell: ({ problem }) => problem },
  {
    key: "mend",
    header: "Actions",
    card: "plain",
    cell: ({ mend, number }) => (
      <ButtonLink to={mend.to} variant="quiet" small>
        {mend.label}
        <span className="sr-only"> for {number}</span>
      </ButtonLink>
    ),
  },
];

export function Gstr1Totals(data: Data) {
  const { month, period, gstNo, gstNos, months, sections, isEmpty, isEqual, sum, ledger } = data;
  return (
    <Panel title={texts.sections} lead={texts.sectionsLead}>
      <FilterBar
        label="Choose the period"
        clearTo={gstr1Path()}
        applyLabel="Show return"
        search={
          <>
            <FilterSelect name="month" label="Month" value={month} options={[...months]} />
            <FilterSelect name="period" label="Return" value={period} options={periods} />
            {gstNos.length > 1 ? (
              <FilterSelect
                name="gstNo"
                label="Your GSTIN"
                value={gstNo ?? ""}
                options={[...gstNos]}
              />
            ) : null}
          </>
        }
      />
      {gstNo === null ? (
        <EmptyState icon="billing" title="No GSTIN yet">
          {texts.noGstNo} <TextLink to={billingSettingsPath}>Billing settings</TextLink>
        </EmptyState>
      ) : isEmpty ? (
        <EmptyState icon="billing" title="No Data Found">
          {texts.none}
        </EmptyState>
      ) : (
        <>
          <Table
            caption={texts.sections}
            columns={sectionColumns}
            rows={[...sections]}
            rowKey={({ key }) => key}
          />
          <div className="border-t border-line py-4 tabular-nums">
            <p role="status" className={`mb-3 font-medium ${isEqual ? "text-ok" : "text-bad"}`}>
              {isEqual ? texts.isEqual : texts.isUnequal}
            </p>
            <Facts
              facts={[
                { term: "Your GSTIN", value: gstNo },
                { term: "Sections, taxable", value: sum.taxable },
                { term: "Ledger, taxable", value: ledger.taxable },
                { term: "Sections, total", value: sum.total },
                { term: "Ledger, total", value: ledger.total },
                { term: "Documents", value: ledger.documents },
              ]}
            />
          </div>
        </>
      )}
    </Panel>
  );
}

const periods = [
  { value: "month", label: "Monthly" },
  { value: "quarter", label: "Quarterly" },
];

const sectionColumns: Column<Data["sections"][number]>[] = [
  {
    key: "section",
    header: "Section",
    card: "title",
    cell: ({ label }) => <b className="font-semibold">{label}</b>,
  },
  { key: "documents", header: "Rows", numeric: true, cell: ({ documents }) => documents },
  { key: "taxable", header: "Taxable", numeric: true, cell: ({ taxable }) => taxable },
  { key: "cgst", header: "CGST", numeric: true, cell: ({ cgst }) => cgst },
  { key: "sgst", header: "SGST/UTGST", numeric: true, cell: ({ sgst }) => sgst },
  { key: "igst", header: "IGST", numeric: true, cell: ({ igst }) => igst },
  { key: "total", header: "Total", numeric: true, cell: ({ total }) => total },
  {
    key: "csv",
    header: "CSV",
    card: "plain",
    cell: ({ csv, label }) => (
      <ButtonLink to={csv} download small variant="quiet" icon="download">
        CSV<span className="sr-only"> of {label}</span>
      </ButtonLink>
    ),
  },
];
