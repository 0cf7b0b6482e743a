import { discountLimits, discountMeasureWords } from "#contract/ads/words";
import { SelectField } from "~/ui/choice-field";
import { FormSection } from "~/ui/form";
import { DateField, NumberField, TextAreaField } from "~/ui/text-field";
import { NumberWithDefault } from "./number-with-default";
import type { SettingsPage } from "./settings-page.server";
import { adSettingsTexts as texts } from "./settings-words";

const places = Array.from({ length: discountLimits.lines }, (_, place) => place);

/** The labels of the first line head the column; those below are for screen readers alone. */
const labelsOnce = (place: number) => (place === 0 ? "" : "[&_label]:sr-only");
const lineLabel = (label: string, place: number) =>
  place === 0 ? label : `${label}, line ${place + 1}`;

/** The fields of the rate card that lower its rates, and those of a quote. */
export const RateCardSections = ({ usual }: Pick<SettingsPage, "usual">) => (
  <>
    <FormSection title={texts.discounts} hint={texts.discountsHint}>
      <SelectField
        name="discountBy"
        label={texts.discountBy}
        placeholder={discountMeasureWords.PLAYS}
        options={[{ value: "AMOUNT", label: discountMeasureWords.AMOUNT }]}
      />
      <fieldset className="grid gap-2">
        <legend className="pb-2 font-semibold">{texts.volume}</legend>
        {places.map((place) => (
          <div key={place} className={`grid grid-cols-2 items-start gap-2 ${labelsOnce(place)}`}>
            <NumberField name={`volumeDiscounts[${place}].from`} label={lineLabel("From", place)} />
            <NumberField
              name={`volumeDiscounts[${place}].percent`}
              label={lineLabel("Discount", place)}
              suffix="%"
            />
          </div>
        ))}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="font-semibold">{texts.seasons}</legend>
        <p className="pb-2 text-sm text-ink-3">{texts.seasonsHint}</p>
        {places.map((place) => (
          <div
            key={place}
            className={`grid grid-cols-2 items-start gap-2 md:grid-cols-3 ${labelsOnce(place)}`}
          >
            <DateField
              name={`seasonDiscounts[${place}].from`}
              label={lineLabel("First day", place)}
            />
            <DateField
              name={`seasonDiscounts[${place}].until`}
              label={lineLabel("Last day", place)}
            />
            <NumberField
              name={`seasonDiscounts[${place}].percent`}
              label={lineLabel("Discount", place)}
              suffix="%"
            />
          </div>
        ))}
      </fieldset>
    </FormSection>
    <FormSection title={texts.quotes}>
      <NumberWithDefault
        name="quoteDays"
        label="Valid for"
        suffix="days"
        hint={texts.quoteDays}
        usual={usual.quoteDays}
      />
      <TextAreaField name="quoteTerms" label="Terms" hint={texts.quoteTerms} rows={4} />
    </FormSection>
  </>
);
