import { Counted } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { bookingTexts as texts } from "./booking-words";
import type { FullRow } from "./refusal-words.server";

/** Rows that are shown at once; the others are folded. */
const shownAtOnce = 8;

/** The hours without room, where there are any. */
export function FullHours({ rows }: { rows: FullRow[] }) {
  if (rows.length === 0) return null;
  const others = rows.slice(shownAtOnce);
  const table = (part: FullRow[], caption: string) => (
    <Table caption={caption} columns={columns} rows={part} rowKey={({ key }) => key} />
  );
  return (
    <Panel title={texts.full}>
      {table(rows.slice(0, shownAtOnce), texts.fullCaption)}
      {others.length > 0 ? (
        <details>
          <summary className="min-h-[44px] px-4 py-3 font-medium underline underline-offset-2">
            Show <Counted of={others.length} one="more line" />
          </summary>
          {table(others, texts.fullMore)}
        </details>
      ) : null}
    </Panel>
  );
}

const columns: Column<FullRow>[] = [
  { key: "store", header: "Store", card: "title", cell: ({ store }) => store },
  { key: "date", header: "Date", cell: ({ date }) => date },
  { key: "time", header: "Time", cell: ({ time }) => time },
  { key: "free", header: "Free", numeric: true, cell: ({ free }) => free },
  { key: "holders", header: "Taken by", cell: ({ holders }) => holders },
];
