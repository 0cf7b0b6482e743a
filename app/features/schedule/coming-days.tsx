import { Link } from "@remix-run/react";
import { Button } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Counted, useFigures } from "~/ui/frame/figures";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import type { ComingDays } from "./coming-days.server";
import { NoGroups } from "./no-groups";
import { publishDaysPath } from "./paths";
import { previewTexts } from "./texts";

type Row = ComingDays["rows"][number];

/** Groups by days: each cell shows the day's state and links to it. */
export function ComingDaysTable({
  coming,
  mayPublish,
}: {
  coming: ComingDays;
  mayPublish: boolean;
}) {
  const { rows, days, filters, back, page, urgentCount } = coming;
  const { counted } = useFigures();
  const columns: Column<Row>[] = [
    {
      key: "group",
      header: "Group",
      card: "title",
      cell: (row) => (
        <div className="md:min-w-[140px] print:min-w-0">
          <b className="font-semibold">{row.name}</b>
          <small className="block text-ink-3">
            {row.above}, <Counted of={row.stores} one="store" />
          </small>
        </div>
      ),
    },
    ...days.map(
      ({ day, label }, index): Column<Row> => ({
        key: day,
        header: label,
        card: index < onPhone ? "line" : "hide",
        cell: (row) => <DayCell cell={row.days[index]} />,
      }),
    ),
    {
      key: "more",
      header: "More days",
      card: "only",
      cell: (row) => <MoreDays row={row} days={days} />,
    },
  ];
  return (
    <div className="print:[&_:is(td,th)]:px-1">
      <Table
        caption={previewTexts.caption}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        fold={
          filters.search
            ? undefined
            : {
                from: urgentCount,
                label: previewTexts.quiet(counted(rows.length - urgentCount, "group")),
              }
        }
        bulk={
          mayPublish
            ? {
                formId: "bulk",
                action: publishDaysPath,
                asks: { ...filters, back },
                label: (row) => `Select ${row.name}`,
                total: page.total,
                actions: <Button small>Publish days…</Button>,
              }
            : undefined
        }
        empty={
          filters.search ? (
            <EmptyState icon="schedule" title="No List Found">
              {previewTexts.noMatch}
            </EmptyState>
          ) : (
            <NoGroups />
          )
        }
      />
      {rows.length > 0 ? <Key /> : null}
    </div>
  );
}

/** Days visible on a phone's card; the others unfold below. */
const onPhone = 3;

function MoreDays({ row, days }: { row: Row; days: ComingDays["days"] }) {
  const rest = days.slice(onPhone);
  if (rest.length === 0) return null;
  return (
    <details>
      <summary className="py-1 text-ink underline underline-offset-2">
        <Counted of={rest.length} one="more day" />
      </summary>
      <ul>
        {rest.map(({ day, label }, index) => (
          <li key={day} className="flex items-baseline justify-between gap-4">
            <span className="text-ink-3">{label}</span>
            <DayCell cell={row.days[onPhone + index]} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function DayCell({ cell }: { cell: Row["days"][number] | undefined }) {
  if (!cell) return null;
  return (
    <Link to={cell.to} className="inline-block rounded-sm py-1 hover:underline">
      <span className="sr-only">{cell.spoken}: </span>
      {cell.tone === "ok" ? (
        <Published breaks={cell.breaks} words={cell.words} note={cell.note} />
      ) : (
        <>
          <Pill tone={cell.tone}>{cell.words}</Pill>
          {cell.note ? (
            <small className="block whitespace-nowrap text-xs text-ink-3">{cell.note}</small>
          ) : null}
        </>
      )}
    </Link>
  );
}

/** Draws a published day: a dot if no rule is broken, otherwise the number of rule breaks. */
function Published({
  breaks,
  words,
  note,
}: {
  breaks: number;
  words: string;
  note: string | null;
}) {
  return (
    <>
      <span className="sr-only">{note ? `${words}, ${note}` : words}</span>
      <span aria-hidden="true" className="inline-grid min-h-[24px] min-w-[34px] place-items-center">
        {breaks > 0 ? (
          <span className="w-full rounded-sm bg-warn-tint px-1.5 text-center font-semibold text-warn">
            {breaks}
          </span>
        ) : (
          <span className="h-[5px] w-[5px] rounded-full bg-line-strong" />
        )}
      </span>
    </>
  );
}

/** Explains the table's dots and numbers. */
const Key = () => (
  <p aria-hidden="true" className="flex flex-wrap gap-x-5 pt-2 text-sm text-ink-3">
    <span className="flex items-center gap-2">
      <span className="h-[5px] w-[5px] rounded-full bg-line-strong" /> Published
    </span>
    <span className="flex items-center gap-2">
      <span className="rounded-sm bg-warn-tint px-1.5 font-semibold text-warn">2</span>
      {previewTexts.breaksKey}
    </span>
  </p>
);
