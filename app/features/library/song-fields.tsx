import { facetLabels } from "#contract/library/facets";
import { CheckboxField, MultiSelectField, type Option, SelectField } from "~/ui/choice-field";
import { FormSection, TwoColumns } from "~/ui/form";
import { DateField, NumberField, TextField } from "~/ui/text-field";
import { TextLink } from "~/ui/text-link";

type Single = "genre" | "mood" | "language" | "era" | "tempo" | "ratingChart" | "licence";
/** What schedules choose by: every song has one of each. */
const needed = ["genre", "mood", "language", "tempo"] as const satisfies readonly Single[];
export type SongOptions = { lists: Record<Single, Option[]>; seasons: Option[]; countries: Option[] };

/** What describes a song, as its form asks it. */
export function SongFields({ lists, seasons, countries }: SongOptions) {
  const list = (facet: Single, placeholder = "Choose one") => (
    <SelectField name={`${facet}Id`} label={facetLabels[facet]} placeholder={placeholder} options={lists[facet]} />
  );
  const empty = needed.filter((facet) => lists[facet].length === 0).map((facet) => facetLabels[facet].toLowerCase());
  return (
    <>
      {empty.length > 0 ? (
        <p className="rounded-lg border border-warn bg-warn-tint px-4 py-3 text-warn">
          A song needs a {empty.join(", a ")}, and there is none to choose yet. Add the first ones to the{" "}
          <TextLink to="/admin/library/lists">catalogue lists</TextLink>.
        </p>
      ) : null}
      <FormSection title="Song">
        <TwoColumns>
          <TextField name="title" label="Title" autoComplete="off" />
          <TextField name="artist" label="Artist" hint="As it is shown: “A feat. B”" autoComplete="off" />
          <TextField name="singers" label="Singers" hint="By name; several parted by semicolons" autoComplete="off" />
          <TextField name="composers" label="Composers" hint="By name; several parted by semicolons" autoComplete="off" />
          <TextField name="album" label="Album" autoComplete="off" />
          <TextField name="label" label="Label" autoComplete="off" />
          <TextField
            name="isrc"
            label="ISRC"
            hint="Twelve letters and digits, for example INFV02500001"
            spellCheck={false}
            autoComplete="off"
          />
          <NumberField name="year" label="Year" hint="Of its release" />
        </TwoColumns>
        <CheckboxField name="explicit" label="Explicit" hint="Words or topics that not every shop wants." />
      </FormSection>
      <FormSection title="Described by" hint="What charts, filters and schedules choose by.">
        <TwoColumns>
          {list("genre")}
          {list("mood")}
          {list("language")}
          {list("tempo")}
          {list("era", "None")}
          {list("ratingChart", "None")}
          <NumberField name="energy" label="Energy" hint="0 calm to 100 driving" />
          <NumberField name="bpm" label="BPM" hint="Beats a minute, 20 to 400" />
        </TwoColumns>
        {seasons.length > 0 ? (
          <MultiSelectField
            name="seasonIds"
            label="Festive seasons"
            hint="Of a song for all the year: none."
            options={seasons}
            columns={2}
          />
        ) : null}
      </FormSection>
      <FormSection title="Licence" hint="Schedules leave the song out on other days and in other countries.">
        <TwoColumns>
          {list("licence", "None")}
          <span className="hidden md:block" />
          <DateField name="licensedFrom" label="Licensed from" />
          <DateField name="licensedTo" label="Licensed to" />
        </TwoColumns>
        <MultiSelectField name="territories" label="Countries" hint="None chosen: all." options={countries} columns={2} />
      </FormSection>
    </>
  );
}
