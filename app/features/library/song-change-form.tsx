import type { Figures } from "#contract/base/figures";
import { statusOptions } from "#contract/base/status";
import { MultiSelectField, type Option, SelectField } from "~/ui/choice-field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { useFigures } from "~/ui/frame/figures";
import { songsChangeTexts } from "./texts";

type Props = {
  fields: FormFields;
  songs: { refs: string[]; all: boolean; count: number; names: string; cancelTo: string };
  options: { lists: { name: string; label: string; options: Option[] }[]; seasons: Option[] };
};

/** "Change Midnight", "Change 1,200 songs". */
export const changeTitle = (
  { count, names }: Pick<Props["songs"], "count" | "names">,
  { counted }: Figures,
) => `Change ${count === 1 ? names : counted(count, "song")}`;

/** Sets fields on all of the songs; an empty field changes nothing. */
export function SongChangeForm({ fields, songs, options }: Props) {
  const figures = useFigures();
  return (
    <Form fields={fields}>
      <input type="hidden" name="confirmed" value="yes" />
      {songs.all ? (
        <input type="hidden" name="all" value="on" />
      ) : (
        songs.refs.map((ref) => <input key={ref} type="hidden" name="id" value={ref} />)
      )}
      <FormSection title="Description" hint={songsChangeTexts.unchanged}>
        <TwoColumns>
          {options.lists.map(({ name, label, options: items }) => (
            <SelectField
              key={name}
              name={name}
              label={label}
              placeholder="Leave unchanged"
              options={[{ value: "none", label: `No ${label.toLowerCase()}` }, ...items]}
            />
          ))}
        </TwoColumns>
      </FormSection>
      {options.seasons.length > 0 ? (
        <FormSection title="Festive seasons">
          <TwoColumns>
            <MultiSelectField name="set.addSeasonIds" label="Add" options={options.seasons} />
            <MultiSelectField name="set.removeSeasonIds" label="Remove" options={options.seasons} />
          </TwoColumns>
        </FormSection>
      ) : null}
      <FormSection title="Playing" hint={songsChangeTexts.inactive}>
        <SelectField
          name="set.status"
          label="Status"
          placeholder="Leave unchanged"
          options={statusOptions}
        />
      </FormSection>
      <FormActions>
        <Button variant="primary">{changeTitle(songs, figures)}</Button>
        <ButtonLink to={songs.cancelTo}>Cancel</ButtonLink>
      </FormActions>
    </Form>
  );
}
