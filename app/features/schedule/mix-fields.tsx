import { useState } from "react";
import { facetLabels } from "#contract/library/words";
import { type MixFacet, mixFacets } from "#contract/schedule/mix-words";
import { shareMeasures } from "#contract/schedule/separation-words";
import { mixLimits, mixMessage, mixSum } from "#contract/schedule/words";
import { MultiSelectField, RadioField, SelectField } from "~/ui/choice-field";
import { Field } from "~/ui/field";
import { useField } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { NumberField } from "~/ui/text-field";
import type { linesOf } from "./mix-lines";
import { mixTexts } from "./rule-texts";

/** The charts and items that a line of the mix can use. */
type ChartOption = { value: string; label: string; inactive?: boolean };
type ItemOption = { value: string; label: string; name: string };
export type MixOptions = { charts: ChartOption[]; items: Record<MixFacet, ItemOption[]> };
type Lines = ReturnType<typeof linesOf>;

/** The mix as lines; buttons add, remove and convert lines, without script too. */
export function MixField({ lines, options }: { lines: Lines; options: MixOptions }) {
  const hint = options.charts.length > 0 ? mixTexts.lead : `${mixTexts.lead} ${mixTexts.noCharts}`;
  return (
    <>
      <Field name="mix" label="Mix" hint={hint} group>
        {({ id }) => <Mix id={id} lines={lines} options={options} />}
      </Field>
      <RadioField
        name="shareBy"
        label={mixTexts.shareBy}
        options={shareMeasures.map((value) => ({
          value,
          label: mixTexts.shares[value],
          hint: mixTexts.shareHints[value],
        }))}
      />
    </>
  );
}

function Mix({ id, lines, options }: { id: string; lines: Lines; options: MixOptions }) {
  const [typed, setTyped] = useState(lines.map(({ percent }) => percent));
  const percents = typed.map((percent) => ({ percent }));
  const isFull = lines.length >= mixLimits.lines;
  return (
    <div
      id={id}
      tabIndex={-1}
      className="grid gap-3"
      onInput={({ currentTarget }) => {
        const inputs = currentTarget.querySelectorAll<HTMLInputElement>('input[name$=".percent"]');
        setTyped(Array.from(inputs, ({ value }) => value));
      }}
    >
      {lines.map(({ kind }, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; the form is drawn anew when lines come or go
        <div key={line} className="grid min-w-0 gap-2 border-t border-line pt-3">
          <input type="hidden" name={`mix[${line}].kind`} value={kind} />
          {kind === "chart" ? (
            <ChartLine line={line} charts={options.charts} />
          ) : (
            <SongsLine line={line} items={options.items} />
          )}
        </div>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap gap-2">
          <Button name="_do" value="add" formNoValidate small icon="plus" disabled={isFull}>
            Add chart
          </Button>
          <Button name="_do" value="add-songs" formNoValidate small icon="plus" disabled={isFull}>
            Add song filter
          </Button>
        </div>
        <output
          className={`tabular-nums ${mixSum(percents) === 100 ? "text-ink-2" : "font-medium text-warn"}`}
        >
          {mixMessage(percents)}
        </output>
      </div>
    </div>
  );
}

function ChartLine({ line, charts }: { line: number; charts: ChartOption[] }) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 md:grid-cols-[minmax(0,1fr)_104px_auto]">
        <SelectField
          name={`mix[${line}].chartId`}
          label={`Chart ${line + 1}`}
          placeholder="Choose a chart"
          options={charts}
          className="max-md:col-span-2"
        />
        <ShareField line={line} />
        <RemoveButton line={line} what="chart" />
      </div>
      <OtherKind name={`songs-${line}`}>{mixTexts.useSongs}</OtherKind>
    </>
  );
}

function SongsLine({ line, items }: { line: number; items: MixOptions["items"] }) {
  return (
    <>
      <Field
        name={`mix[${line}].kind`}
        label={`Song filter ${line + 1}`}
        hint={mixTexts.conditions}
        group
      >
        {({ id }) => (
          <div id={id} tabIndex={-1} className="grid items-start gap-2 md:grid-cols-2">
            {mixFacets.map((facet) => (
              <Condition
                key={facet}
                name={`mix[${line}].${facet}Ids`}
                label={facetLabels[facet]}
                items={items[facet]}
              />
            ))}
          </div>
        )}
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 md:grid-cols-[104px_auto]">
        <ShareField line={line} />
        <RemoveButton line={line} what="song filter" />
      </div>
      <OtherKind name={`chart-${line}`}>{mixTexts.useChart}</OtherKind>
    </>
  );
}

/** Folds the items of one list and names the ticked ones beside its title. */
function Condition({ name, label, items }: { name: string; label: string; items: ItemOption[] }) {
  const { values, errors } = useField(name);
  const [ticked, setTicked] = useState(values);
  const names = items.flatMap((item) => (ticked.includes(item.value) ? [item.name] : []));
  return (
    <details
      open={errors.length > 0}
      className="group min-w-0 rounded-lg border border-line-strong"
      onInput={({ currentTarget }) => {
        const ticks = currentTarget.querySelectorAll<HTMLInputElement>(
          "input[type=checkbox]:checked",
        );
        setTicked(Array.from(ticks, ({ value }) => value));
      }}
    >
      <summary className="flex min-h-[40px] items-center gap-2 rounded-lg px-3 -outline-offset-2 focus-visible:-outline-offset-2">
        <span className="font-semibold">{label}</span>
        <span className={`min-w-0 flex-1 truncate ${names.length > 0 ? "" : "text-ink-3"}`}>
          {names.join(", ") || "Any"}
        </span>
        <svg
          width="12"
          height="12"
          viewBox="0 0 12 12"
          aria-hidden="true"
          className="shrink-0 text-ink-3 group-open:rotate-180"
        >
          <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </summary>
      <div className="px-3 pb-3">
        {items.length > 0 ? (
          <MultiSelectField name={name} label={`${label}: any of these`} options={items} />
        ) : (
          <p className="text-sm text-ink-3">{mixTexts.noItems}</p>
        )}
      </div>
    </details>
  );
}

const ShareField = ({ line }: { line: number }) => (
  <NumberField name={`mix[${line}].percent`} label="Share" suffix="%" />
);

function RemoveButton({ line, what }: { line: number; what: string }) {
  return (
    <Button
      name="_do"
      value={`remove-${line}`}
      formNoValidate
      variant="quiet"
      icon="close"
      iconOnly
      className="mt-[26px]"
    >
      {`Remove ${what} ${line + 1}`}
    </Button>
  );
}

/** Makes the line the other kind and keeps its share. */
function OtherKind({ name, children }: { name: string; children: string }) {
  return (
    <div className="-ml-2.5">
      <Button name="_do" value={name} formNoValidate variant="quiet" small>
        {children}
      </Button>
    </div>
  );
}
