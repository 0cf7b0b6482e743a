import { Form as GetForm } from "@remix-run/react";
import { useId } from "react";
import { ruleLevelLabels } from "#contract/schedule/words";
import { RadioField, SelectField } from "~/ui/choice-field";
import { Field } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { FormContext, type FormFields, useField } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Icon } from "~/ui/frame/icon";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import type { CopyNode, CopyPage, CopyReview } from "./copy-page.server";
import { ReviewBox } from "./review-box";
import { ruleCopyTexts } from "./rule-texts";

type Props = { page: CopyPage; fields: FormFields; review: CopyReview | null };

/** Asks which rules to copy and where, and before copying shows the rules that this replaces. */
export function CopyForm({ page, fields, review }: Props) {
  const { slots, units, ruleTo } = page;
  return (
    <Panel>
      <Form fields={fields}>
        <RadioField
          name="timeSlotId"
          label={ruleCopyTexts.which}
          options={[
            ...slots,
            ...(slots.length > 1 ? [{ value: "", label: ruleCopyTexts.allSlots }] : []),
          ]}
        />
        <Field
          name="toGroupIds"
          label={ruleCopyTexts.targets}
          hint={ruleCopyTexts.targetsHint}
          group
        >
          {({ id }) => (
            <div id={id} tabIndex={-1} className="rounded-lg border border-line-strong bg-paper">
              <Branch nodes={units} depth={0} />
            </div>
          )}
        </Field>
        {review ? (
          <ReviewBox
            id="copy-review"
            title={ruleCopyTexts.review}
            points={review.points}
            digest={review.digest}
          />
        ) : null}
        <FormActions>
          <Button variant="primary">{review ? "Copy rules" : "Review copy"}</Button>
          <ButtonLink to={ruleTo}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </Panel>
  );
}

const indents = ["pl-3", "pl-8", "pl-[52px]", "pl-[72px]", "pl-[92px]"] as const;

function Branch({ nodes, depth }: { nodes: CopyNode[]; depth: number }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li
          key={`${node.field} ${node.value}`}
          className="relative border-b border-line last:border-b-0"
        >
          <Target node={node} className={indents[depth]} />
          {node.below.length > 0 ? (
            <details open={node.open} className="[&:not([open])>summary>svg]:-rotate-90">
              <summary className="absolute right-2 top-1 grid h-7 w-7 place-items-center rounded touch:right-0 touch:top-0 touch:h-11 touch:w-11 hover:bg-sunken">
                <Icon name="down" size={14} />
                <span className="sr-only">Show what is in {node.name}</span>
              </summary>
              <Branch nodes={node.below} depth={depth + 1} />
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/**
 * A location to tick. The source, or a location that the person may not change, has no checkbox and
 * only holds those below it.
 */
function Target({
  node: { name, level, field, value, mayChoose, own },
  className = "",
}: {
  node: CopyNode;
  className?: string;
}) {
  const id = useId();
  const { values } = useField(field);
  return (
    <div
      className={`flex min-h-[36px] items-center gap-2.5 py-1 pr-12 touch:min-h-[44px] ${className}`}
    >
      {mayChoose ? (
        <input
          type="checkbox"
          id={id}
          name={field}
          value={value}
          defaultChecked={values.includes(value)}
          className="tick"
        />
      ) : null}
      <label
        htmlFor={mayChoose ? id : undefined}
        className={`min-w-0 flex-1 [overflow-wrap:anywhere] ${mayChoose ? "" : "text-ink-3"}`}
      >
        {name}
        <small className="text-xs text-ink-3"> {ruleLevelLabels[level]}</small>
      </label>
      {own ? <Pill tone="info">Own rule</Pill> : null}
    </div>
  );
}

/** Lists a group's stores, so that single ones can be chosen. */
export function StoresOfGroup({ page: { groups, storesOf, otherParams } }: { page: CopyPage }) {
  if (groups.length === 0) return null;
  return (
    <Panel>
      <GetForm method="get" className="flex flex-wrap items-end gap-3">
        {otherParams.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FormContext.Provider value={{ values: { storesOf }, id: "stores" }}>
          <SelectField
            name="storesOf"
            label={ruleCopyTexts.stores}
            placeholder="Choose a group"
            options={groups}
            className="min-w-0 max-w-full"
          />
        </FormContext.Provider>
        <Button>Show stores</Button>
      </GetForm>
    </Panel>
  );
}
