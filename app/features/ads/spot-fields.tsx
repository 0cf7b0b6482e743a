import { spotKinds, spotKindWords } from "#contract/ads/words";
import { MultiSelectField, type Option, SelectField } from "~/ui/choice-field";
import { FormSection, TwoColumns } from "~/ui/form";
import { Suggestions } from "~/ui/suggestions";
import { DateField, TextField } from "~/ui/text-field";
import { spotFormTexts } from "./texts";

export type SpotOptions = {
  brandNames: string[];
  categories: string[];
  languages: string[];
  countries: Option[];
};

const kinds = spotKinds.map((value) => ({ value, label: spotKindWords[value] }));

/** The fields that describe a spot in its form. */
export function SpotFields({ brandNames, categories, languages, countries }: SpotOptions) {
  return (
    <>
      <FormSection title="Spot">
        <TwoColumns>
          <TextField name="name" label="Name" hint={spotFormTexts.name} />
          <SelectField name="kind" label="Kind" hint={spotFormTexts.kind} options={kinds} />
          <TextField name="brand" label="Brand" hint={spotFormTexts.brand} list="spot-brands" />
          <TextField
            name="category"
            label="Category"
            hint={spotFormTexts.category}
            list="spot-categories"
          />
          <TextField
            name="language"
            label="Language"
            hint={spotFormTexts.language}
            list="spot-languages"
          />
        </TwoColumns>
        <Suggestions id="spot-brands" names={brandNames} />
        <Suggestions id="spot-categories" names={categories} />
        <Suggestions id="spot-languages" names={languages} />
      </FormSection>
      <FormSection title="Validity" hint={spotFormTexts.validLead}>
        <TwoColumns>
          <DateField name="validFrom" label="First day" hint={spotFormTexts.validFrom} />
          <DateField name="validTo" label="Last day" hint={spotFormTexts.validTo} />
        </TwoColumns>
        <MultiSelectField
          name="territories"
          label="Countries"
          hint={spotFormTexts.countries}
          options={countries}
          columns={2}
        />
      </FormSection>
    </>
  );
}
