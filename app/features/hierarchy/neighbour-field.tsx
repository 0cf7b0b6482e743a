import { neighbourChoices, neighbourLabels } from "#contract/hierarchy/words";
import { RadioField } from "~/ui/choice-field";
import { unitTexts } from "./texts";

/** How stores of a group that stand beside each other play. */
export const NeighbourField = () => (
  <RadioField
    name="neighbours"
    label="Neighbouring stores"
    hint={unitTexts.neighbours}
    options={neighbourChoices.map((value) => ({ value, label: neighbourLabels[value] }))}
  />
);
