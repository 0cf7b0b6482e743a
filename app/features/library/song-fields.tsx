import { facetLabels, type singleItems } from "#contract/library/words";
import { CheckboxField, MultiSelectField, type Option, SelectField } from "~/ui/choice-field";
import { FormSection, TwoColumns } from "~/ui/form";
import { TextLink } from "~/ui/frame/text-link";
import { DateField, NumberField, TextField } from "~/ui/text-field";
import { listsPath } from "./paths";
import { songFormTexts } from "./texts";

type SingleItem = (typeof singleItems)[number];
/** Every song needs these, because schedules choose songs by them. */
const needed = ["genre", "mood", "language", "tempo"] as const satisfies readonly SingleItem[];
export type SongOptions = {
  lists: Record<SingleItem, Option[]>;
  seasons: Option[];
  countries: Option[];
  companies: Option[];
};

/** The fields that describe a song in its form. */
export function SongFields({ lists, seasons, countries, companies }: SongOptions) {
  const list = (facet: SingleItem, placeholder = "Choose one", hint?: string) => (
    <SelectField
      name={`${facet}Id`}
      label={facetLabels[facet]}
      hint={hint}
      placeholder={placeholder}
      options={lists[facet]}
    />
  );
  const empty = needed
    .filter((facet) => lists[facet].length === 0)
    .map((facet) => facetLabels[facet].toLowerCase());
  return (
    <>
      {empty.length > 0 ? (
        <p className="rounded-lg bg-warn-tint px-4 py-3 text-warn">
          {songFormTexts.emptyLists(empty.join(", "))}{" "}
          <TextLink to={listsPath}>{songFormTexts.fillLists}</TextLink>
        </p>
      ) : null}
      <NamesSection />
      <FormSection title="Description" hint={songFormTexts.descriptionLead}>
        <TwoColumns>
          {list("genre")}
          {list("mood")}
          {list("language")}
          {list("tempo")}
          {list("vocal", "None")}
          {list("era", "None")}
          {list("ratingChart", "None")}
          {list("playWindow", "Any time", songFormTexts.playWindow)}
          <NumberField name="energy" label="Energy" hint="From 0 (calm) to 100 (energetic)" />
          <NumberField name="bpm" label="BPM" hint={songFormTexts.bpm} />
        </TwoColumns>
        {seasons.length > 0 ? (
          <MultiSelectField
            name="seasonIds"
            label="Festive seasons"
            hint={songFormTexts.seasons}
            options={seasons}
            columns={2}
          />
        ) : null}
      </FormSection>
      <FormSection title="Licence" hint={songFormTexts.licenceLead}>
        <TwoColumns>
          {list("licence", "None")}
          <SelectField
            name="reservedForId"
            label="Reserved for"
            hint={songFormTexts.reservedFor}
            placeholder="All companies"
            options={companies}
          />
          <DateField name="licensedFrom" label="Licensed from" />
          <DateField name="licensedTo" label="Licensed to" />
        </TwoColumns>
        <MultiSelectField
          name="territories"
          label="Countries"
          hint={songFormTexts.countries}
          options={countries}
          columns={2}
        />
      </FormSection>
    </>
  );
}

function NamesSection() {
  return (
    <FormSection title="Song">
      <TwoColumns>
        <TextField name="title" label="Title" />
        <TextField name="artist" label="Artist" hint={songFormTexts.artist} />
        <TextField name="singers" label="Singers" hint="Separate with semicolons" />
        <TextField name="composers" label="Composers" hint="Separate with semicolons" />
        <TextField name="album" label="Album" />
        <TextField name="label" label="Label" />
        <TextField name="isrc" label="ISRC" hint={songFormTexts.isrc} spellCheck={false} />
        <NumberField name="year" label="Year" hint="Year of release" />
      </TwoColumns>
      <CheckboxField name="explicit" label="Explicit" hint={songFormTexts.explicit} />
    </FormSection>
  );
}
