import type { useLoaderData } from "@remix-run/react";
import type { RowOutcome } from "#contract/imports/endpoints";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure, useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill, type Tone } from "~/ui/frame/pill";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { Steps } from "~/ui/steps";
import { importSteps } from "./import-upload";
import { refusedPath } from "./import-words";
import type { loadImport } from "./imports.server";
import { importsTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadImport>>;
type Row = Data["rows"][number];

/**
 * Shows the effect of each row of a file: before it is applied as a preview, afterwards as done.
 */
export function ImportResult(data: Data) {
  const { words, here, apply, state, toAdd, toChange, refused, fileName, when } = data;
  const isDone = state === "applied";
  const count = toAdd + toChange;
  return (
    <>
      <PageHead
        crumbs={[words.list, { label: `Import ${words.many}`, to: words.path }]}
        title={isDone ? "Import done" : "Review import"}
        lead={`${fileName}, ${isDone ? "applied" : "checked"} ${when}. ${isDone ? "" : advice(data)}`}
        more={
          <>
            {refused > 0 ? (
              <ButtonLink to={refusedPath(here)} download icon="download">
                Download refused rows
              </ButtonLink>
            ) : null}
            {isDone ? null : <ButtonLink to={words.path}>Upload another file</ButtonLink>}
          </>
        }
        actions={
          <>
            {isDone || count === 0 ? null : (
              <ConfirmLink {...apply} label={apply.confirmLabel} variant="primary" />
            )}
            {isDone ? (
              <ButtonLink to={words.list.to} variant="primary">
                Show {words.many}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <Steps current={isDone ? 2 : 1} steps={importSteps(words)} />
      {data.remarks.length > 0 ? (
        <Panel title={importsTexts.reading}>
          <ul className="grid gap-1">
            {data.remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Panel>
      ) : null}
      <OutcomeTiles {...data} />
      <RowTable {...data} />
    </>
  );
}

function advice({ toAdd, toChange, refused, warned }: Data): string {
  if (warned > 0) return importsTexts.someWarned;
  if (refused > 0 && toAdd + toChange > 0) return importsTexts.someRefused;
  if (refused > 0) return importsTexts.allRefused;
  return toAdd + toChange > 0 ? "Nothing has changed yet." : importsTexts.nothingDiffers;
}

const outcomeWords: Record<RowOutcome, { now: string; done: string; tone: Tone }> = {
  add: { now: "To add", done: "Added", tone: "ok" },
  change: { now: "To change", done: "Changed", tone: "info" },
  same: { now: "Unchanged", done: "Unchanged", tone: "idle" },
  refused: { now: "Refused", done: "Refused", tone: "bad" },
};

function OutcomeTiles({ here, state, outcome, warned, isWarned, page, ...counts }: Data) {
  const { toAdd, toChange, same, refused } = counts;
  const { figure } = useFigures();
  const limit = sizeMember(page.limit);
  const tile = (which: RowOutcome, value: number) => ({
    label: outcomeWords[which][state === "applied" ? "done" : "now"],
    value: figure(value),
    to: withMembers(here, { outcome: which, limit }),
    current: outcome === which,
  });
  return (
    <StatTiles
      label="Rows by outcome"
      tiles={[
        {
          label: "All rows",
          value: figure(toAdd + toChange + same + refused),
          to: withMembers(here, { limit }),
          current: outcome === undefined && !isWarned,
        },
        tile("add", toAdd),
        tile("change", toChange),
        tile("same", same),
        tile("refused", refused),
        ...(warned > 0
          ? [
              {
                label: "With warnings",
                value: figure(warned),
                to: withMembers(here, { warned: "true", limit }),
                current: isWarned,
              },
            ]
          : []),
      ]}
    />
  );
}

function RowTable(data: Data) {
  const { here, outcome, isWarned, rows, row, page } = data;
  return (
    <Panel>
      <Table
        caption="Rows of the file"
        columns={columns(data)}
        rows={rows}
        rowKey={(row) => String(row.line)}
        empty={<EmptyState title="No Data Found">{importsTexts.noSuchRows}</EmptyState>}
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) =>
          withMembers(here, { outcome, warned: isWarned ? "true" : undefined }, place)
        }
      />
    </Panel>
  );
}

const columns = ({ names, state }: Data): Column<Row>[] => [
  {
    key: "line",
    header: "Row",
    numeric: true,
    card: "line",
    cell: (row) => <Figure of={row.line} />,
  },
  ...names.map(
    (header, i): Column<Row> => ({
      key: header,
      header,
      card: i === 0 ? "title" : "plain",
      cell: (row) => (
        <span className="block [overflow-wrap:anywhere] md:min-w-[8rem]">
          {row.names[i] || <span className="text-ink-3">Empty</span>}
        </span>
      ),
    }),
  ),
  {
    key: "outcome",
    header: state === "applied" ? "Outcome" : "What happens",
    card: "aside",
    cell: (row) => (
      <Pill tone={outcomeWords[row.outcome].tone}>
        {outcomeWords[row.outcome][state === "applied" ? "done" : "now"]}
      </Pill>
    ),
  },
  {
    key: "notes",
    header: "Values, changes and reasons",
    card: "plain",
    cell: (row) => <RowNotes {...row} values={valuesBeside(names, row)} />,
  },
];

/** Leaves out the values that have a column of their own. */
const valuesBeside = (names: readonly string[], row: Row) =>
  row.values.filter(({ heading, value }) => row.names[names.indexOf(heading)] !== value);

/** Says what a row adds, changes or is refused for, and what may be wrong with it. */
function RowNotes({ values, notes, warnings }: Row) {
  if (values.length + notes.length + warnings.length === 0)
    return <span className="text-ink-3">–</span>;
  return (
    <ul className="grid gap-0.5 [overflow-wrap:anywhere]">
      {warnings.map((warning) => (
        <li key={warning}>
          <Pill tone="warn">Warning</Pill> {warning}
        </li>
      ))}
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
      {values.length > 0 ? (
        <li>
          <ul className="grid gap-x-4 gap-y-0.5 lg:grid-cols-2">
            {values.map(({ heading, value }) => (
              <li key={heading}>
                <span className="text-ink-2">{heading}:</span> {value}
              </li>
            ))}
          </ul>
        </li>
      ) : null}
    </ul>
  );
}
