import { hoursOfDay } from "#contract/ads/words";
import type { SpotKind } from "#contract/schedule/positions";
import { clockOf } from "#contract/stores/words";
import { Weekdays } from "~/features/schedule/weekdays";
import { RadioField, SelectField } from "~/ui/choice-field";
import { Field } from "~/ui/field";
import { useField } from "~/ui/form-fields";
import { NumberField, TextField } from "~/ui/text-field";
import { campaignFormTexts as texts } from "./booking-words";
import { HourTicks } from "./hour-ticks";
import { WeekPlays } from "./week-plays";

const clockOfHour = (hour: number) => clockOf(hour * 60);
const firstHours = hoursOfDay.map((hour) => ({ value: String(hour), label: clockOfHour(hour) }));
const lastHours = hoursOfDay.map((hour) => ({
  value: String(hour + 1),
  label: clockOfHour(hour + 1),
}));
const weekly = { value: "WEEK", label: texts.byWeek };
const ways = [
  { value: "EVEN", label: texts.even },
  { value: "EACH", label: texts.byHour },
  weekly,
  { value: "EXACT", label: texts.exact, hint: texts.exactHint },
];
const topWays = [{ value: "HOURS", label: texts.topHours }, weekly];

/**
 * When it plays in a day. Only the fields of the chosen way show: the style sheet sees to it,
 * without script.
 */
export function PlayTimes({ kind }: { kind: SpotKind }) {
  return (
    <div className="group/times grid gap-4">
      <RadioField name="timing" label={texts.howOften} options={kind === "TOH" ? topWays : ways} />
      <div className="group-has-[[value=WEEK]:checked]/times:hidden">
        <Weekdays name="weekdays" hint={texts.days} />
      </div>
      <Field name="plays" label={texts.times} group>
        {({ id }) => (
          <div id={id} tabIndex={-1}>
            <div className="hidden group-has-[[value=HOURS]:checked]/times:block">
              <HourTicks name="hours" label="Hours" hint={texts.topHoursHint} />
            </div>
            <div className="hidden group-has-[[value=EVEN]:checked]/times:block">
              <div className="grid items-start gap-4 md:grid-cols-3">
                <NumberField name="playsAnHour" label="Plays per hour" />
                <SelectField name="fromHour" label="From" options={firstHours} />
                <SelectField name="toHour" label="To" options={lastHours} />
              </div>
            </div>
            <div className="hidden group-has-[[value=EACH]:checked]/times:block">
              <p className="mb-2 text-sm text-ink-3">{texts.byHourHint}</p>
              <div className="grid grid-cols-4 gap-2 sm:grid-cols-6 md:grid-cols-8">
                {hoursOfDay.map((hour) => (
                  <HourPlays key={hour} hour={hour} />
                ))}
              </div>
            </div>
            <div className="hidden group-has-[[value=WEEK]:checked]/times:block">
              <WeekPlays hint={texts.byWeekHint} />
            </div>
            <div className="hidden group-has-[[value=EXACT]:checked]/times:block">
              <TextField
                name="times"
                label="Times"
                hint={texts.timesHint}
                placeholder="09:30, 12:00, 18:15"
              />
            </div>
          </div>
        )}
      </Field>
    </div>
  );
}

/** The plays of one hour: a small field under its hour. */
function HourPlays({ hour }: { hour: number }) {
  const { id, errors, value } = useField(`plays[${hour}]`);
  const isWrong = errors.length > 0;
  return (
    <div className="grid gap-0.5">
      <label htmlFor={id} className="text-sm tabular-nums text-ink-2">
        {clockOfHour(hour)}
      </label>
      <input
        id={id}
        name={`plays[${hour}]`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        className="control px-2 tabular-nums"
      />
      {isWrong ? (
        <p
          id={`${id}-error`}
          data-of={`Plays from ${clockOfHour(hour)}`}
          className="text-sm font-medium text-bad"
        >
          {errors.join(" ")}
        </p>
      ) : null}
    </div>
  );
}
