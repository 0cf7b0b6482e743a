import type { ReactNode } from "react";
import { messages } from "#contract/base/messages";
import { Chart } from "~/ui/chart";
import type { ChartKind } from "~/ui/chart-scale";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { ListPager } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { reportDownloadPath, reportPath, scheduleAddPath } from "./paths";
import { addressOf, type Data, filtersOf } from "./report-address";
import { showMeasure, tickUnits } from "./report-cells";
import { reportsTexts } from "./texts";

type Result = NonNullable<Data["result"]>;

/** The rows, or the reason why there are none. */
export function ReportPanel(data: Data & { isChanged: boolean }) {
  const { report, isChanged } = data;
  const result = isChanged ? null : data.result;
  const refused = isChanged ? null : data.refused;
  const { figure } = useFigures();
  return (
    <Panel>
      {refused ? (
        <p role="alert" className="m-3 rounded-lg bg-bad-tint px-4 py-3 font-medium text-bad">
          {refused}
        </p>
      ) : null}
      {result ? <Rows {...data} result={result} /> : null}
      {result || refused ? null : (
        <EmptyState icon="report" title={messages.showReport}>
          {reportsTexts.choose(report.limit === null ? null : figure(report.limit), {
            byGroup: !data.choices.stores,
          })}
        </EmptyState>
      )}
    </Panel>
  );
}

type Row = { key: string; cells: string[]; to: string | null };

function Rows(data: Data & { result: Result }) {
  const { report, result, viewState } = data;
  const path = reportPath(report.key);
  const address = addressOf(data);
  const isFolded = ({ key }: { key: string }) =>
    Object.entries(folded).some(
      ([under, keys]) =>
        keys.includes(key) && result.columns.some((column) => column.key === under),
    );
  const columns = result.columns.flatMap((column, at): Column<Row>[] => {
    const { key, heading, isFigure, isSortable, isTitle, isLink } = column;
    if (isFolded(column)) return [];
    const cell = ({ cells, to }: Row) =>
      to && isLink ? <TextLink to={to}>{cells[at]}</TextLink> : <Cell text={cells[at] ?? ""} />;
    return [
      {
        key,
        header: heading,
        numeric: isFigure,
        card: isTitle ? "title" : "line",
        ...(isSortable && { sortKey: key }),
        cell:
          key in folded
            ? (row) => <NameCell name={cell(row)} under={textUnder(key, row, result.columns)} />
            : cell,
      },
    ];
  });
  const rows = result.rows.map((row, at): Row => ({ key: String(viewState.row + at), ...row }));
  return (
    <>
      {result.behind === null ? null : (
        <p role="status" className="m-3 rounded-lg bg-warn-tint px-4 py-3 text-warn">
          {reportsTexts.behind(result.behind)}
        </p>
      )}
      <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1 text-sm text-ink-2 empty:hidden">
        <p className="py-1 empty:hidden">
          {[result.units.join(" › "), result.dates].filter(Boolean).join(", ")}
        </p>
        <FoldedSorts
          columns={
            rows.length > 1
              ? result.columns.filter((column) => column.isSortable && isFolded(column))
              : []
          }
          order={viewState.order}
          href={(by) => withMembers(path, address, { sort: by })}
        />
      </div>
      <Table
        caption={report.title}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        sort={{ by: viewState.order, href: (by) => withMembers(path, address, { sort: by }) }}
        empty={
          <EmptyState title={messages.noData}>
            {data.dates ? reportsTexts.noneForDates : reportsTexts.none}
          </EmptyState>
        }
      />
      {rows.length ? (
        <ListPager
          page={result.page}
          row={viewState.row}
          rowCount={rows.length}
          href={(place) => withMembers(path, address, place)}
        />
      ) : null}
      {rows.length ? <Notes {...data} /> : null}
    </>
  );
}

/** Columns shown under a name, so that the figures stay in view beside it. */
const folded: Readonly<Record<string, readonly string[]>> = {
  store: ["storeCode", "region", "zone", "group"],
  campaign: ["brand"],
};

/** Joins them as "NWR-0241 · West › Mumbai › Mall". */
function textUnder(name: string, { cells }: Row, columns: Result["columns"]): string {
  const [first, ...location] = (folded[name] ?? []).map(
    (key) => cells[columns.findIndex((column) => column.key === key)],
  );
  return [first, location.filter(Boolean).join(" › ")].filter(Boolean).join(" · ");
}

function NameCell({ name, under }: { name: ReactNode; under: string }) {
  return (
    <span className="block md:min-w-36">
      {name}
      <small className="block text-ink-3">{under}</small>
    </span>
  );
}

/** Links that sort by the columns shown under a name. */
function FoldedSorts({
  columns,
  order,
  href,
}: {
  columns: Result["columns"];
  order: string;
  href: (by: string) => string;
}) {
  if (columns.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 py-1 print:hidden">
      <span>Sort by:</span>
      {columns.map(({ key, heading }) => (
        <TextLink key={key} to={href(order === key ? `-${key}` : key)}>
          {heading}
          {order === key ? " (ascending)" : order === `-${key}` ? " (descending)" : ""}
        </TextLink>
      ))}
    </p>
  );
}

/** Long text may break anywhere, so that an address or a device name does not widen the table. */
function Cell({ text }: { text: string }) {
  if (text === "") return <span className="text-ink-3">–</span>;
  return text.length > 24 ? (
    <span className="block min-w-[6.5rem] [overflow-wrap:anywhere]">{text}</span>
  ) : (
    text
  );
}

function Notes({ result, viewState }: Data & { result: Result }) {
  return (
    <details className="group border-t border-line py-3 text-sm">
      <summary className="inline-block rounded-sm py-1 text-ink underline underline-offset-2 print:hidden">
        How this is counted
      </summary>
      <dl className="mt-2 grid max-w-3xl gap-x-4 gap-y-1 md:grid-cols-[max-content_minmax(0,1fr)]">
        {result.notes.map(({ heading, note }) => (
          <div key={heading} className="contents">
            <dt className="font-medium max-md:mt-1">{heading}</dt>
            <dd className="text-ink-2">{note}</dd>
          </div>
        ))}
        <dt className="font-medium max-md:mt-1">Times</dt>
        <dd className="text-ink-2">In the time zone {viewState.timeZone}.</dd>
      </dl>
    </details>
  );
}

/** The totals over all rows, and the graph. Nothing is shown if there are no rows. */
export function ReportFigures(data: Data) {
  const { report, result, viewState } = data;
  const figures = useFigures();
  if (!result || result.rows.length === 0) return null;
  const { graph } = result;
  const [usual] = viewState.kinds;
  return (
    <>
      <StatTiles label="Totals" tiles={result.tiles} />
      {graph && viewState.kind ? (
        <div className="max-md:order-last">
          <Chart
            title={graph.title}
            kind={viewState.kind}
            kinds={[...viewState.kinds]}
            kindHref={(kind: ChartKind) =>
              withMembers(reportPath(report.key), addressOf(data), {
                view: kind === usual ? undefined : kind,
              })
            }
            series={graph.series}
            points={graph.points}
            before={graph.before}
            isPercent={graph.isPercent}
            pointHeader={graph.xHeading}
            format={(value) => showMeasure(value, graph.measure, figures)}
            tickUnit={tickUnits[graph.measure]}
          />
        </div>
      ) : null}
    </>
  );
}

/** Links to the form that emails the report with these filters. */
export function ReportEmail(data: Data) {
  return (
    <ButtonLink
      to={withMembers(scheduleAddPath, { report: data.report.key, ...filtersOf(data) })}
      icon="mail"
    >
      Email this report
    </ButtonLink>
  );
}

/** Downloads what is shown as CSV or as a workbook. There are no links until a report is shown. */
export function ReportDownload(data: Data) {
  if (!data.result) return null;
  return <Downloads to={withMembers(reportDownloadPath(data.report.key), filtersOf(data))} />;
}
