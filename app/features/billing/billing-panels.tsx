import type { useLoaderData } from "@remix-run/react";
import { Chart } from "~/ui/chart";
import type { ChartSeries } from "~/ui/chart-scale";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { Figure, useFigures } from "~/ui/frame/figures";
import { Icon } from "~/ui/frame/icon";
import { Panel } from "~/ui/frame/panel";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadBilling } from "./billing.server";
import { invoiceColumns } from "./invoice-list";
import { invoicesPath, issuePath, receiptsPath } from "./paths";
import { billingTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadBilling>>;

/** Shows what needs attention first: companies that cannot be billed, and invoices to issue. */
export function BillingAttention({ problems, toIssue }: Pick<Data, "problems" | "toIssue">) {
  return (
    <>
      {problems.length > 0 ? (
        <Panel title={billingTexts.blocked} lead={billingTexts.blockedLead}>
          <Table
            caption={billingTexts.blocked}
            columns={problemColumns}
            rows={problems}
            rowKey={({ ref, problem }) => ref + problem}
          />
        </Panel>
      ) : null}
      <p className="panel mb-4 flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        {toIssue === null ? (
          <span className="flex items-center gap-2 text-ok">
            <Icon name="check" size={18} /> {billingTexts.nothingToIssue}
          </span>
        ) : (
          <>
            <span>{billingTexts.toIssue(toIssue)}</span>
            <ButtonLink to={issuePath("all")}>Issue invoices</ButtonLink>
          </>
        )}
      </p>
    </>
  );
}

const problemColumns: Column<Data["problems"][number]>[] = [
  {
    key: "company",
    header: "Company",
    card: "title",
    cell: ({ company, to }) => (
      <b className="font-semibold">
        <TextLink to={to}>{company}</TextLink>
      </b>
    ),
  },
  { key: "problem", header: "Why", card: "plain", cell: ({ problem }) => problem },
  {
    key: "mend",
    header: "Actions",
    card: "plain",
    cell: ({ mend, company }) => (
      <ButtonLink to={mend.to} variant="quiet" small>
        {mend.label}
        <span className="sr-only"> of {company}</span>
      </ButtonLink>
    ),
  },
];

/** Shows the sums outstanding, each linked to its invoices or receipts. */
export function BillingTiles({
  due,
  grace,
  overdue,
  onAccount,
}: Pick<Data, "due" | "grace" | "overdue" | "onAccount">) {
  const tile = (label: string, status: string, { amount, invoices }: Data["due"]) => ({
    label,
    value: amount,
    note: invoices,
    to: withMembers(invoicesPath, { status }),
  });
  return (
    <StatTiles
      label="Outstanding"
      tiles={[
        tile("Due", "due", due),
        tile("In grace period", "grace", grace),
        tile("Overdue", "overdue", overdue),
        {
          label: "Credit on account",
          value: onAccount,
          note: "Not allocated yet",
          to: withMembers(receiptsPath, { state: "on-account" }),
        },
      ]}
    />
  );
}

export function OverdueInvoices({ overdueInvoices }: Pick<Data, "overdueInvoices">) {
  if (overdueInvoices.length === 0) return null;
  return (
    <Panel title="Longest overdue" lead={billingTexts.overdueLead}>
      <Table
        caption="Longest overdue"
        columns={invoiceColumns(true, false)}
        rows={overdueInvoices}
        rowKey={({ ref }) => ref}
      />
    </Panel>
  );
}

export function Revenue({ months, revenue }: Pick<Data, "months" | "revenue">) {
  const { money } = useFigures();
  return (
    <>
      <Chart
        title={billingTexts.revenue}
        axes={billingTexts.revenueAxes}
        kind="bar"
        asColumns
        series={revenueSeries}
        points={revenue.points}
        pointHeader="Month"
        format={(value) => money(Math.round(value))}
      />
      <Panel title="Figures by month" lead={billingTexts.monthsLead}>
        <Table
          caption="Figures by month"
          columns={monthColumns}
          rows={[...months].reverse()}
          rowKey={({ month }) => month}
        />
      </Panel>
    </>
  );
}

const revenueSeries: ChartSeries[] = [
  { label: "Invoiced", colour: "idle" },
  { label: "Earned", colour: "music" },
];

const monthColumns: Column<Data["months"][number]>[] = [
  { key: "month", header: "Month", card: "title", cell: ({ month }) => month },
  { key: "invoiced", header: "Invoiced", numeric: true, cell: ({ invoiced }) => invoiced },
  { key: "credited", header: "Credited", numeric: true, cell: ({ credited }) => credited },
  { key: "paid", header: "Paid", numeric: true, cell: ({ paid }) => paid },
  { key: "earned", header: "Earned", numeric: true, cell: ({ earned }) => earned },
];

export function Forecast({ forecast }: Pick<Data, "forecast">) {
  return (
    <Panel title="Forecast" lead={billingTexts.forecastLead}>
      <Table
        caption="Forecast"
        columns={forecastColumns}
        rows={forecast}
        rowKey={({ month }) => month}
      />
    </Panel>
  );
}

const forecastColumns: Column<Data["forecast"][number]>[] = [
  { key: "month", header: "Month", card: "title", cell: ({ month }) => month },
  {
    key: "stores",
    header: "Active stores",
    numeric: true,
    cell: ({ stores }) => <Figure of={stores} />,
  },
  {
    key: "storeAmount",
    header: "Store fees",
    numeric: true,
    cell: ({ storeAmount }) => storeAmount,
  },
  { key: "adAmount", header: "Ads", numeric: true, cell: ({ adAmount }) => adAmount },
  {
    key: "total",
    header: "Total",
    numeric: true,
    cell: ({ total }) => <b className="font-semibold">{total}</b>,
  },
];
