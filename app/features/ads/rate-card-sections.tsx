import { discountLimits, discountMeasures, discountMeasureWords } from "#contract/ads/words";
import { RadioField } from "~/ui/choice-field";
import { FormSection } from "~/ui/form";
import { DateField, NumberField, TextAreaField } from "~/ui/text-field";
import type { SettingsPage } from "./settings-page.server";
import { adSettingsTexts as texts } from "./settings-words";

const places = Array.from({ length: discountLimits.lines }, (_, place) => place);
const measures = discountMeasures.map((value) => ({ value, label: discountMeasureWords[value] }));

/** What the rate card gives off, and what stands on a quote. */
export const RateCardSections = ({ usual }: Pick<SettingsPage, "usual">) => (
  <>
    <FormSection title={texts.discounts} hint={texts.discountsHint}>
      <RadioField name="discountBy" label={texts.discountBy} options={measures} />
      <h3 className="font-semibold">{texts.volume}</h3>
      {places.map((place) => (
        <div key={place} className="grid grid-cols-2 items-start gap-2">
          <NumberField name={`volumeDiscounts[${place}].from`} label={`From (${place + 1})`} />
          <NumberField
            name={`volumeDiscounts[${place}].percent`}
            label={`Discount (${place + 1})`}
            suffix="%"
          />
        </div>
      ))}
      <h3 className="font-semibold">{texts.seasons}</h3>
      <p className="text-sm text-ink-3">{texts.seasonsHint}</p>
      {places.map((place) => (
        <div key={place} className="grid grid-cols-2 items-start gap-2 md:grid-cols-3">
          <DateField name={`seasonDiscounts[${place}].from`} label={`First day (${place + 1})`} />
          <DateField name={`seasonDiscounts[${place}].until`} label={`Last day (${place + 1})`} />
          <NumberField
            name={`seasonDiscounts[${place}].percent`}
            label={`Off (${place + 1})`}
            suffix="%"
          />
        </div>
      ))}
    </FormSection>
    <FormSection title={texts.quotes}>
      <NumberField
        name="quoteDays"
        label="Valid for"
        suffix="days"
        hint={`${texts.quoteDays} Default: ${usual.quoteDays} days`}
        placeholder={String(usual.quoteDays)}
      />
      <TextAreaField name="quoteTerms" label="Terms" hint={texts.quoteTerms} rows={4} />
    </FormSection>
  </>
);
