import type { useLoaderData } from "@remix-run/react";
import { MultiSelectField, SelectField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { useFigures } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { TextField } from "~/ui/text-field";
import { AlertNote } from "./alert-note";
import type { loadShift } from "./shift.server";
import { shiftTexts } from "./shift-texts";

type Data = ReturnType<typeof useLoaderData<typeof loadShift>>;
type Row = Data["open"][number];

export function ShiftCounts({ counts }: Pick<Data, "counts">) {
  const { figure } = useFigures();
  const tile = (label: string, count: number) => ({ label, value: figure(count) });
  return (
    <StatTiles
      label="This shift"
      tiles={[
        tile("opened", counts.opened),
        tile("taken", counts.taken),
        tile("closed", counts.closed),
        tile("recovered", counts.recovered),
        tile("still open", counts.open),
        tile("put off", counts.snoozed),
      ]}
    />
  );
}

/** Lists each alert once: open, put off or ended. */
export function ShiftAlerts({ open, snoozed, over }: Pick<Data, "open" | "snoozed" | "over">) {
  return (
    <>
      <AlertsPanel title={shiftTexts.open} rows={open} more={[]} empty={shiftTexts.noneOpen} />
      {snoozed.length > 0 ? (
        <AlertsPanel title={shiftTexts.snoozed} rows={snoozed} more={[untilColumn]} empty="" />
      ) : null}
      <AlertsPanel
        title={shiftTexts.over}
        rows={over}
        more={[endingColumn]}
        empty={shiftTexts.noneOver}
      />
    </>
  );
}

type AlertsPanelProps = { title: string; rows: Row[]; more: Column<Row>[]; empty: string };

const AlertsPanel = ({ title, rows, more, empty }: AlertsPanelProps) => (
  <Panel title={title}>
    <Table
      caption={title}
      columns={[...columns, ...more]}
      rows={rows}
      rowKey={({ key }) => key}
      empty={<p className="text-ink-2">{empty}</p>}
    />
  </Panel>
);

const columns: Column<Row>[] = [
  {
    key: "store",
    header: "Store",
    card: "title",
    cell: ({ store, place }) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere]">{store}</b>
        <small className="block text-ink-3">{place}</small>
      </>
    ),
  },
  {
    key: "kind",
    header: "State",
    card: "aside",
    cell: ({ kind }) => <Pill tone={kind.tone}>{kind.words}</Pill>,
  },
  {
    key: "since",
    header: "Since",
    cell: ({ began, lasted }) => (
      <span className="max-md:text-right">
        <span className="whitespace-nowrap">{began}</span>
        <small className="block text-ink-3">{lasted}</small>
      </span>
    ),
  },
  { key: "shift", header: "This shift", cell: ({ inShift }) => inShift },
  { key: "owner", header: "Owner", cell: ({ owner }) => owner ?? "Nobody" },
  {
    key: "note",
    header: "Note",
    card: "plain",
    cell: AlertNote,
  },
];

const untilColumn: Column<Row> = {
  key: "until",
  header: "Put off until",
  cell: ({ snoozed }) => <span className="whitespace-nowrap">{snoozed}</span>,
};
const endingColumn: Column<Row> = {
  key: "ending",
  header: "Ended",
  cell: ({ ending, ended }) => (
    <span className="max-md:text-right">
      {ending}
      <small className="block whitespace-nowrap text-ink-3">{ended}</small>
    </span>
  ),
};

/** The form that hands the person's own alerts to a colleague. */
export function HandOverForm({
  own,
  colleagues,
  constraints,
  values,
  result,
}: Pick<Data, "own" | "colleagues" | "constraints" | "values"> & {
  result: FormFields | undefined;
}) {
  return (
    <section className="print:hidden">
      <Panel title={shiftTexts.handOver} lead={shiftTexts.handOverLead}>
        {own.length === 0 ? (
          <p className="text-ink-2">{shiftTexts.noneOwn}</p>
        ) : (
          <Form fields={{ constraints, values, ...result }}>
            <MultiSelectField name="ids" label="Alerts" options={own} />
            <SelectField name="to" label="To" options={colleagues} placeholder="Choose a person" />
            <TextField name="note" label="Note" hint={shiftTexts.noteHint} />
            <FormActions>
              <Button variant="primary">Hand over</Button>
            </FormActions>
          </Form>
        )}
      </Panel>
    </section>
  );
}

export function RepeatingStores({ repeating }: Pick<Data, "repeating">) {
  const { figure } = useFigures();
  return (
    <Panel title={shiftTexts.repeating} lead={shiftTexts.repeatingLead}>
      <Table
        caption={shiftTexts.repeating}
        columns={[
          {
            key: "store",
            header: "Store",
            card: "title",
            cell: ({ name, place }) => (
              <>
                <b className="font-semibold">{name}</b>
                <small className="block text-ink-3">{place}</small>
              </>
            ),
          },
          {
            key: "alerts",
            header: "Alerts",
            numeric: true,
            cell: ({ alerts }) => figure(alerts),
          },
          { key: "lasted", header: "In trouble for", numeric: true, cell: ({ lasted }) => lasted },
        ]}
        rows={repeating}
        rowKey={({ key }) => key}
        empty={<p className="text-ink-2">{shiftTexts.noneRepeating}</p>}
      />
    </Panel>
  );
}

export function RepairTimes({ repairs }: Pick<Data, "repairs">) {
  const { figure } = useFigures();
  return (
    <Panel title={shiftTexts.repairs} lead={shiftTexts.repairsLead}>
      <Table
        caption={shiftTexts.repairs}
        columns={[
          { key: "cause", header: "Cause", card: "title", cell: ({ cause }) => cause },
          {
            key: "alerts",
            header: "Alerts",
            numeric: true,
            cell: ({ alerts }) => figure(alerts),
          },
          { key: "time", header: "Mean time", numeric: true, cell: ({ time }) => time },
        ]}
        rows={repairs}
        rowKey={({ key }) => key}
        empty={<p className="text-ink-2">{shiftTexts.noneRepairs}</p>}
      />
    </Panel>
  );
}
