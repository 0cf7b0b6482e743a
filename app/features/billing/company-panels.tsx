import type { useLoaderData } from "@remix-run/react";
import { SelectField } from "~/ui/choice-field";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { MoneyField } from "~/ui/text-field";
import type { loadBilledCompany } from "./billed-company.server";
import { InvoiceLines } from "./invoice-panels";
import { issueTexts, rateTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadBilledCompany>>;

/** The company's next invoices, the earliest first. */
export function Previews({ previews }: Pick<Data, "previews">) {
  if (previews.length === 0)
    return (
      <Panel title="Next invoice">
        <p className="text-ink-3">{issueTexts.notBilled}</p>
      </Panel>
    );
  return previews.map(({ key, period, isOver, due, problem, lines, sums }) => (
    <Panel
      key={key}
      title={period}
      lead={isOver ? `Due ${due} if issued today` : issueTexts.running}
      actions={
        <Pill tone={problem ? "bad" : isOver ? "warn" : "idle"}>
          {problem ? "Blocked" : isOver ? "Not issued" : "Running"}
        </Pill>
      }
    >
      {problem ? (
        <p role="status" className="m-4 rounded-lg bg-warn-tint py-3 font-medium text-warn">
          {problem.text}{" "}
          {problem.mend ? <TextLink to={problem.mend.to}>{problem.mend.label}</TextLink> : null}
        </p>
      ) : null}
      {lines.length > 0 ? (
        <InvoiceLines lines={lines} sums={sums} />
      ) : problem ? null : (
        <p className="py-4 text-ink-3">{issueTexts.nothing}</p>
      )}
    </Panel>
  ));
}

/** The versions of the company's rate, and the form of the next. */
export function Rates({
  rates,
  form,
  fields,
}: Pick<Data, "rates" | "form"> & { fields: FormFields }) {
  return (
    <Panel title="Rates" lead={rateTexts.lead}>
      <Table
        caption="Rates"
        columns={rateColumns}
        rows={rates}
        rowKey={({ from }) => from}
        empty={<p className="py-4 text-ink-3">{rateTexts.none}</p>}
      />
      <div className="border-t border-line py-4">
        <Form fields={fields}>
          <TwoColumns>
            <SelectField
              name="from"
              label="From month"
              hint={rates.length > 0 ? rateTexts.monthHint : rateTexts.firstHint}
              options={form.months}
            />
            <MoneyField name="rate" label="Rate" />
          </TwoColumns>
          <FormActions>
            <Button variant="primary">Save rate</Button>
          </FormActions>
        </Form>
      </div>
    </Panel>
  );
}

const rateColumns: Column<Data["rates"][number]>[] = [
  { key: "month", header: "From month", card: "title", cell: ({ month }) => month },
  { key: "rate", header: "Rate", numeric: true, card: "aside", cell: ({ rate }) => rate },
  { key: "set", header: "Set", cell: ({ set }) => set },
];
