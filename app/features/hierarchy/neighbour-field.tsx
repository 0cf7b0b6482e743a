import { neighbourChoices, neighbourLabels } from "#contract/hierarchy/words";
import { RadioField } from "~/ui/choice-field";
import { unitTexts } from "./texts";

/** Chooses how neighbouring stores of a group play. */
export const NeighbourField = () => (
  <RadioField
    name="neighbours"
    label="Neighbouring stores"
    hint={unitTexts.neighbours}
    options={neighbourChoices.map((value) => ({ value, label: neighbourLabels[value] }))}
  />
);
