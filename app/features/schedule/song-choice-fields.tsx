import { depthLimits, pauseLimits } from "#contract/schedule/separation-words";
import { type Option, RadioField, SelectField } from "~/ui/choice-field";
import { FormSection } from "~/ui/form";
import { NumberField } from "~/ui/text-field";
import { songChoiceTexts } from "./rule-texts";

type SongChoiceProps = {
  charts: Option[];
  /** False in a company whose tops of the hour are always exact. */
  topsMayWait: boolean;
};

/** Sets how far the search for a song goes, and what happens if no song fits. */
export function SongChoiceFields({ charts, topsMayWait }: SongChoiceProps) {
  return (
    <FormSection title="How songs are chosen" hint={songChoiceTexts.fixedPoints(topsMayWait)}>
      <div className="grid items-start gap-x-4 gap-y-5 md:grid-cols-2">
        <NumberField
          name="longestPauseSeconds"
          label="Longest pause"
          hint={songChoiceTexts.longestPause(pauseLimits.usual)}
          suffix="s"
        />
        {topsMayWait ? (
          <NumberField
            name="topWaitSeconds"
            label={songChoiceTexts.topWaitLabel}
            hint={songChoiceTexts.topWaitHint}
            suffix="s"
          />
        ) : null}
      </div>
      <RadioField
        name="beforeFixedPoint"
        label={songChoiceTexts.beforeFixedPoint}
        options={fixedPointOptions}
      />
      <div className="grid items-start gap-x-4 gap-y-5 md:grid-cols-2">
        <SelectField
          name="fallbackChartId"
          label="Fallback chart"
          hint={songChoiceTexts.fallback}
          placeholder="Any licensed song"
          options={charts}
        />
        <NumberField
          name="searchDepth"
          label="Search depth"
          hint={songChoiceTexts.searchDepth(depthLimits.usual)}
          suffix="songs"
        />
      </div>
    </FormSection>
  );
}

const fixedPointOptions: Option[] = [
  { value: "PAUSE", label: "Leave a longer pause", hint: songChoiceTexts.pause },
  { value: "BREAK_RULE", label: "Break a rule", hint: songChoiceTexts.breakRule },
];
