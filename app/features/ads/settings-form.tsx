import { inheritedWords } from "~/lib/locations/inherited-words";
import { primeWords } from "~/lib/stores/hours-words";
import { CheckboxField, RadioField } from "~/ui/choice-field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import { type FormFields, useField } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { Facts, Panel } from "~/ui/frame/panel";
import { Table } from "~/ui/frame/table";
import { MoneyField, NumberField } from "~/ui/text-field";
import { NumberWithDefault } from "./number-with-default";
import { PrimeHours } from "./prime-hours";
import { RateCardSections } from "./rate-card-sections";
import type { CheckWords, HourRow, SettingsPage } from "./settings-page.server";
import { adSettingsTexts as texts } from "./settings-words";

type Props = { page: SettingsPage; fields: FormFields; check: CheckWords | undefined };

const numbers = {
  adSecondsPerHour: { label: "Ad time per hour", suffix: "s" },
  promoPositions: { label: "Promos per hour", suffix: "" },
  tohPositions: { label: "Top-of-the-hour spots per hour", suffix: "" },
  longestBreakSeconds: { label: "Longest break", suffix: "s" },
  leastBreakDistanceSeconds: { label: "Shortest time between breaks", suffix: "s" },
} as const;
type NumberName = keyof typeof numbers;

/** The settings of one location. An empty field shows under its label the value it inherits. */
export function SettingsForm({ page, fields, check }: Props) {
  const { unit, inherited } = page;
  const isCompany = unit.level === "COMPANY";
  const number = (name: NumberName) => {
    const { value = "", from = "" } = inherited[name] ?? {};
    const { label, suffix } = numbers[name];
    return (
      <NumberField
        name={name}
        label={label}
        suffix={suffix || undefined}
        hint={inheritedWords(`${value} ${suffix}`.trim(), from)}
        placeholder={value}
      />
    );
  };
  return (
    <Form fields={fields} enter={{ name: "_do", value: "save" }} keep>
      <Version />
      {check ? <Check check={check} /> : null}
      <FormSection title={texts.inventory} hint={texts.inventoryHint}>
        <TwoColumns>
          {number("adSecondsPerHour")}
          {number("promoPositions")}
          {number("tohPositions")}
        </TwoColumns>
      </FormSection>
      <FormSection title={texts.breaks}>
        <TwoColumns>
          {number("longestBreakSeconds")}
          {number("leastBreakDistanceSeconds")}
        </TwoColumns>
      </FormSection>
      <FormSection title={texts.prime} hint={texts.primeHint}>
        <div className="group grid gap-4">
          {isCompany ? null : (
            <RadioField
              name="primeFrom"
              label={texts.primeOfLocation}
              options={[
                {
                  value: "inherit",
                  label: `Inherit from ${inherited.primeHours?.from}: ${weekWords(page.inheritedPrime.map(Number))}`,
                },
                { value: "own", label: texts.primeOwn },
              ]}
            />
          )}
          <div className={isCompany ? "" : "hidden group-has-[[value=own]:checked]:block"}>
            <PrimeHours label="Hours of the week" hint={texts.primePress} />
          </div>
        </div>
      </FormSection>
      {isCompany ? <CompanySections usual={page.usual} /> : null}
      <FormActions>
        <Button variant={check ? undefined : "primary"} name="_do" value="save">
          {check ? "Check again" : "Save settings"}
        </Button>
      </FormActions>
    </Form>
  );
}

const weekWords = (primeHours: readonly number[]) => primeWords(primeHours).join(", ") || "none";

function CompanySections({ usual }: Pick<SettingsPage, "usual">) {
  return (
    <>
      <FormSection title={texts.sales} hint={texts.salesHint}>
        <TwoColumns>
          <NumberWithDefault
            name="daysOnSale"
            label="Days on sale"
            suffix="days"
            hint={texts.daysOnSale}
            usual={usual.daysOnSale}
          />
          <NumberWithDefault
            name="holdHours"
            label="Length of a hold"
            suffix="h"
            hint={texts.holdHours}
            usual={usual.holdHours}
          />
          <MoneyField name="approvalAbove" label="Approval above" hint={texts.approvalAbove} />
        </TwoColumns>
      </FormSection>
      <FormSection title={texts.separation} hint={texts.separationHint}>
        <TwoColumns>
          <NumberWithDefault
            name="rivalMinutes"
            label="Minutes between rivals"
            suffix="min"
            hint={texts.rivalMinutes}
            usual={usual.rivalMinutes}
          />
          <NumberWithDefault
            name="brandMinutes"
            label={texts.brandMinutesLabel}
            suffix="min"
            hint={texts.brandMinutes}
            usual={usual.brandMinutes}
          />
        </TwoColumns>
      </FormSection>
      <FormSection title={texts.music} hint={texts.musicHint}>
        <NumberWithDefault
          name="leastMusicMinutes"
          label="Least music an hour"
          suffix="min"
          hint={texts.leastMusic}
          usual={usual.leastMusicMinutes}
        />
        <CheckboxField
          name="refusesLessMusic"
          label={texts.refusesLessMusicLabel}
          hint={texts.refusesLessMusic}
        />
      </FormSection>
      <FormSection title={texts.rates} hint={texts.ratesHint}>
        <TwoColumns>
          <MoneyField name="adRate" label="Ad, per second" />
          <MoneyField name="adPrimeRate" label={texts.adPrimeRate} />
          <MoneyField name="promoRate" label="Promo, per play" />
          <MoneyField name="promoPrimeRate" label={texts.promoPrimeRate} />
          <MoneyField name="tohRate" label={texts.tohRate} />
          <MoneyField name="tohPrimeRate" label={texts.tohPrimeRate} />
        </TwoColumns>
      </FormSection>
      <RateCardSections usual={usual} />
    </>
  );
}

/** Sends the version that was read; none if the location has no settings of its own yet. */
function Version() {
  const { value } = useField("version");
  return value ? <input type="hidden" name="version" value={value} /> : null;
}

/**
 * Shows what the save changes and asks for confirmation. If hours have more sold than they may, the
 * button says that those plays are made good.
 */
function Check({ check: { lead, changes, below, mark } }: { check: CheckWords }) {
  return (
    <section aria-labelledby="check" className="grid gap-3 rounded-lg bg-warn-tint p-4">
      <h2 id="check" className="text-lg font-semibold">
        {texts.checkTitle}
      </h2>
      <p>{lead}</p>
      <ul className="list-disc pl-5">
        {changes.map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </ul>
      <input type="hidden" name="_checked" value={mark} />
      {below ? (
        <>
          <p className="font-semibold">{below.words}</p>
          <HourTable caption={texts.oversoldCaption} rows={below.rows} />
          <p>{texts.makeGoodHint}</p>
        </>
      ) : null}
      <FormActions>
        <Button variant="primary" name="_do" value={below ? "make-good" : "confirm"}>
          {below ? "Save and make good" : "Save settings"}
        </Button>
      </FormActions>
    </section>
  );
}

export const HourTable = ({ caption, rows }: { caption: string; rows: HourRow[] }) => (
  <Table
    caption={caption}
    rows={rows}
    rowKey={({ key }) => key}
    columns={[
      { key: "store", header: "Store", cell: ({ store }) => store, card: "title" },
      { key: "at", header: "Hour", cell: ({ at }) => at },
      { key: "sold", header: "Sold", cell: ({ sold }) => sold },
      { key: "capacity", header: "Can sell", cell: ({ capacity }) => capacity },
    ]}
  />
);

/** Shows the settings that apply to a location to people who may not change them. */
export function SettingsFacts({ facts: { values, prime, company } }: Pick<SettingsPage, "facts">) {
  const ofNumbers = Object.entries(numbers).map(([name, { label, suffix }]) => ({
    term: label,
    value: `${values[name]?.value}${suffix ? ` ${suffix}` : ""}, from ${values[name]?.from}`,
  }));
  return (
    <Panel title="Settings" lead={texts.readOnly}>
      <Facts
        facts={[
          ...ofNumbers,
          { term: texts.prime, value: `${weekWords(prime)}, from ${values.primeHours?.from}` },
          { term: "Days on sale", value: company.daysOnSale },
          { term: "Length of a hold", value: `${company.holdHours} h` },
          { term: "Minutes between rivals", value: `${company.rivalMinutes} min` },
          { term: texts.brandMinutesLabel, value: `${company.brandMinutes} min` },
          {
            term: "Least music an hour",
            value: `${company.leastMusicMinutes} min, ${company.refusesLessMusic ? texts.lessIsRefused : texts.lessIsAsked}`,
          },
        ]}
      />
    </Panel>
  );
}
