import { hourOfWeek, hoursOfDay } from "#contract/ads/words";
import { clockOf, weekdayNames, weekFromMonday } from "#contract/stores/words";
import { useField } from "~/ui/form-fields";

const hourWords = (hour: number) => clockOf(hour * 60);

/** The plays of each hour of a week as a table: a row an hour, a column a day. */
export const WeekPlays = ({ hint }: { hint: string }) => (
  <table className="w-full max-w-form table-fixed border-separate border-spacing-x-1 border-spacing-y-0.5">
    <caption className="pb-2 text-left text-sm text-ink-3">{hint}</caption>
    <thead>
      <tr>
        <th scope="col" className="w-12 text-left text-sm font-medium text-ink-2">
          Hour
        </th>
        {weekFromMonday.map((day) => (
          <th key={day} scope="col" className="text-left text-sm font-medium text-ink-2">
            <abbr title={weekdayNames[day]} className="no-underline">
              {weekdayNames[day].slice(0, 3)}
            </abbr>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {hoursOfDay.map((hour) => (
        <tr key={hour}>
          <th scope="row" className="text-left text-sm font-normal tabular-nums text-ink-2">
            {hourWords(hour)}
          </th>
          {weekFromMonday.map((day) => (
            <td key={day} className="align-top">
              <CellPlays day={day} hour={hour} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

function CellPlays({ day, hour }: { day: (typeof weekFromMonday)[number]; hour: number }) {
  const name = `week[${hourOfWeek(day, hour)}]`;
  const { id, errors, value } = useField(name);
  const label = `${weekdayNames[day]} from ${hourWords(hour)}`;
  const isWrong = errors.length > 0;
  return (
    <>
      <input
        id={id}
        name={name}
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        className="control w-full min-w-0 px-1 text-center tabular-nums"
      />
      {isWrong ? (
        <p
          id={`${id}-error`}
          data-of={`Plays on ${label}`}
          className="text-sm font-medium text-bad"
        >
          {errors.join(" ")}
        </p>
      ) : null}
    </>
  );
}
