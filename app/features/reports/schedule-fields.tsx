import { weekdayLabels } from "#contract/reports/words";
import { type Option, RadioField, SelectField } from "~/ui/choice-field";
import { TwoColumns } from "~/ui/form";
import { TextField } from "~/ui/text-field";
import { scheduleTexts } from "./texts";

type Props = { frequencies: Option[]; periods: Option[]; mayOmitPeriod: boolean; timeZone: string };

/** Name, frequency, days and format of a scheduled report. */
export function ScheduleFields({ frequencies, periods, mayOmitPeriod, timeZone }: Props) {
  return (
    <>
      <TextField name="name" label="Name" />
      <SelectField
        name="frequency"
        label="How often"
        hint={`${scheduleTexts.morning(timeZone)} ${frequencies.length > 3 ? scheduleTexts.frequency : ""}`}
        options={frequencies}
      />
      <TwoColumns>
        <SelectField
          name="weekday"
          label="Day of the week"
          hint={scheduleTexts.weekday}
          options={weekdays}
        />
        <SelectField
          name="monthDay"
          label="Day of the month"
          hint={scheduleTexts.monthDay}
          options={monthDays}
        />
      </TwoColumns>
      {periods.length ? (
        <SelectField
          name="period"
          label="Days"
          hint={scheduleTexts.period}
          options={periods}
          {...(mayOmitPeriod && { placeholder: scheduleTexts.allDates })}
        />
      ) : (
        <p className="text-ink-2">{scheduleTexts.noPeriod}</p>
      )}
      <RadioField name="format" label="File format" options={formats} inline />
    </>
  );
}

const weekdays = weekdayLabels.map((label, day) => ({ value: String(day), label }));
const monthDays = Array.from({ length: 31 }, (_, at) => ({
  value: String(at + 1),
  label: String(at + 1),
}));
const formats = [
  { value: "csv", label: "CSV" },
  { value: "xlsx", label: "Excel (.xlsx)" },
];
