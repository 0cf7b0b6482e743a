import type { ReactNode } from "react";
import { Button } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { bookingTexts as texts } from "./booking-words";
import type { OfferWords } from "./offer-words.server";

export const Hidden = ({ fields }: { fields: [string, string][] }) =>
  fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

/** A way to take plays for which the hours have no room, with its button. */
export type BookingAlternative = Pick<OfferWords, "key" | "title" | "detail"> &
  Partial<Pick<OfferWords, "plays" | "playsChange" | "price" | "priceChange" | "changes">> & {
    label: string;
    fields: [string, string][];
  };

/** The ways on from a refused booking: what each takes, costs and changes. */
export function WaysOn({ ways }: { ways: BookingAlternative[] }) {
  if (ways.length === 0) return null;
  return (
    <Panel title={texts.offersTitle} lead={texts.refusedLead}>
      <Table
        caption={texts.offersTitle}
        columns={columns}
        rows={ways.map((way, place) => ({ ...way, id: `offer-${place}` }))}
        rowKey={({ key }) => key}
      />
    </Panel>
  );
}

type Row = BookingAlternative & { id: string };

const columns: Column<Row>[] = [
  {
    key: "way",
    header: "Way on",
    card: "title",
    cell: ({ title, detail, changes = [] }) => (
      <>
        <b className="block font-semibold">{title}</b>
        <span className="block text-sm text-ink-2">{detail}</span>
        {changes.length > 0 ? <Changes changes={changes} /> : null}
      </>
    ),
  },
  {
    key: "plays",
    header: "Plays",
    numeric: true,
    cell: ({ plays, playsChange }) => <Changed value={plays} change={playsChange} />,
  },
  {
    key: "price",
    header: "Price",
    numeric: true,
    cell: ({ price, priceChange }) => <Changed value={price} change={priceChange} />,
  },
  {
    key: "take",
    header: "Take it",
    card: "plain",
    cell: ({ id, title, label, fields }) => (
      <PostForm id={id}>
        <Hidden fields={fields} />
        <Button small className="whitespace-nowrap">
          {label}
          <span className="sr-only">: {title}</span>
        </Button>
      </PostForm>
    ),
  },
];

const Changed = ({ value, change }: { value?: ReactNode; change?: string | null | undefined }) => (
  <>
    {value ?? "–"}
    {change ? <small className="block text-ink-3">{change}</small> : null}
  </>
);

/** The hours that differ, with the plays offered of those asked for. */
const Changes = ({ changes }: Pick<OfferWords, "changes">) => (
  <dl
    aria-label={texts.changedHours}
    className="mt-1 grid w-max grid-cols-[auto_auto] gap-x-6 text-sm tabular-nums"
  >
    {changes.map(({ hours, plays }) => (
      <div key={hours} className="contents">
        <dt className="text-ink-3">{hours}</dt>
        <dd>{plays}</dd>
      </div>
    ))}
  </dl>
);
