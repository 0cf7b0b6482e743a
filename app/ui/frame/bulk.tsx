import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { HiddenFields } from "./confirm";
import { useFigures } from "./figures";
import { useHydrated } from "./hydrated";
import { PostForm } from "./post-form";

export type Bulk<Row> = {
  /** ID of the bulk form; the ticks belong to it by their form attribute. */
  formId: string;
  action?: string;
  /** The name of the posted IDs; by default "id". */
  name?: string;
  /** The spoken name of a row's tick. */
  label: (row: Row) => string;
  /** False for a row without bulk actions, which gets no tick. */
  ticks?: (row: Row) => boolean;
  /**
   * The bulk buttons; each posts its action or, with `asks`, leads by formAction to the page that
   * asks.
   */
  actions: ReactNode;
  /**
   * Members of the list's address, sent by GET with the ticks to a page that asks first
   * (confirmation.server.ts).
   */
  asks?: Record<string, string | undefined>;
  /**
   * The number of rows that match the filters on all pages; "all" posts `all=on` with the filters.
   */
  total?: number;
};

export function RowTick<Row>({ bulk, row, value }: { bulk: Bulk<Row>; row: Row; value: string }) {
  return (
    <label className="-m-1.5 grid h-8 w-8 place-items-center touch:-m-3 touch:h-11 touch:w-11">
      <input
        type="checkbox"
        form={bulk.formId}
        name={bulk.name ?? "id"}
        value={value}
        aria-label={bulk.label(row)}
        className="tick row-tick"
      />
    </label>
  );
}

type Host = { host: React.RefObject<HTMLDivElement> };

/** Appears once a row is ticked (by CSS alone); with script it also counts. */
export function BulkBar<Row>({
  bulk,
  visibleRows,
  host,
}: { bulk: Bulk<Row>; visibleRows: number } & Host) {
  useTickRanges(host);
  const count = useTicked(host);
  const all = useTicked(host, ".all-tick") > 0;
  const hydrated = useHydrated();
  const { figure } = useFigures();
  const BulkForm = bulk.asks ? Form : PostForm;
  return (
    <BulkForm
      id={bulk.formId}
      action={bulk.action}
      className="bulk-bar flex flex-wrap items-center gap-x-4 gap-y-2 sticky bottom-2 z-10 [body:has([data-listening])_&]:bottom-24 rounded-lg bg-sunken px-3 py-2 font-medium text-ink"
    >
      <HiddenFields values={givenOf(bulk.asks)} />
      <span role="status">
        {hydrated
          ? `${figure(all && bulk.total ? bulk.total : count)} selected`
          : "With the selection:"}
      </span>
      <span className="flex flex-wrap gap-2">{bulk.actions}</span>
      {bulk.total && bulk.total > (hydrated ? visibleRows : 1) ? (
        <label className="flex min-h-[28px] items-center gap-2 touch:min-h-[44px]">
          <input type="checkbox" name="all" className="tick all-tick" />
          Select all {figure(bulk.total)} that match
        </label>
      ) : null}
    </BulkForm>
  );
}

const givenOf = (members: Record<string, string | undefined> = {}) =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

type TickAllProps<Row> = { within: React.RefObject<HTMLElement>; bulk: Bulk<Row>; label: string };

/** Ticks or clears all rows of the page or of a section; hidden without script. */
export function TickAll<Row>({ within, bulk: { formId }, label }: TickAllProps<Row>) {
  const ticks = () => ticksIn(within.current, `.row-tick[form="${formId}"]`);
  const count = useTicked(within);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const all = ticks().length;
    box.current.checked = all > 0 && count === all;
    box.current.indeterminate = count > 0 && count < all;
  });
  return (
    <label className="-m-1.5 hidden h-8 w-8 place-items-center scripted:grid touch:-m-3 touch:h-11 touch:w-11">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        className="tick"
        onChange={(event) => {
          const { checked } = event.currentTarget;
          for (const tick of ticks()) tick.checked = checked;
          hostOf(within.current)?.dispatchEvent(new Event("ticked"));
        }}
      />
    </label>
  );
}

const hostOf = (element: HTMLElement | null) => element?.closest(".bulk-host");

/** Finds the ticks that are not folded away. */
const ticksIn = (within: HTMLElement | null, selector = ".row-tick") =>
  Array.from(within?.querySelectorAll<HTMLInputElement>(selector) ?? []).filter(
    ({ offsetParent }) => offsetParent !== null,
  );

/** With Shift, sets all rows from the last pressed tick to this one to this one's state. */
function useTickRanges(host: React.RefObject<HTMLDivElement>) {
  const before = useRef<HTMLInputElement>();
  useEffect(() => {
    const element = host.current;
    const press = ({ target, shiftKey }: MouseEvent) => {
      if (!(target instanceof HTMLInputElement) || !target.matches(".row-tick")) return;
      const ticks = ticksIn(element);
      const other = before.current && ticks.indexOf(before.current);
      if (shiftKey && other !== undefined && other >= 0) {
        const place = ticks.indexOf(target);
        for (const tick of ticks.slice(Math.min(place, other), Math.max(place, other) + 1))
          tick.checked = target.checked;
        element?.dispatchEvent(new Event("ticked"));
      }
      before.current = target;
    };
    element?.addEventListener("click", press);
    return () => element?.removeEventListener("click", press);
  }, [host]);
}

/**
 * Counts the ticked rows. The ticks are the browser's own, so that they survive going back. Counts
 * again whenever the list is drawn, because its rows may be others.
 */
function useTicked(within: React.RefObject<HTMLElement>, ticks = ".row-tick"): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const element = within.current;
    const host = hostOf(element);
    if (!element || !host) return;
    const read = () => setCount(element.querySelectorAll(`${ticks}:checked`).length);
    read();
    host.addEventListener("change", read);
    host.addEventListener("ticked", read);
    return () => {
      host.removeEventListener("change", read);
      host.removeEventListener("ticked", read);
    };
  });
  return count;
}
