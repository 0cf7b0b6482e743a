import { CuesPage } from "#contract/library/song-fields";
import { constraintsOf } from "../forms/forms.server";
import { type Cues, playedPart } from "./cues";
import { wavePath } from "./wave-path";

type Item = Cues & { durationSeconds: number; peaks: number[] };

/** Gives the waveform and the form's fields for the page of an item's start and end. */
export const cueForm = (item: Item, name: string) => ({
  wave: {
    path: wavePath(item.peaks),
    label: `Waveform of ${name}`,
    played: playedPart(item, item.durationSeconds),
  },
  fields: {
    constraints: constraintsOf(CuesPage),
    values: {
      cueInSeconds: String(item.cueInSeconds),
      cueOutSeconds: item.cueOutSeconds === null ? "" : String(item.cueOutSeconds),
    },
  },
});
