import { hourOfWeek, hoursOfDay } from "#contract/ads/words";
import { clockOf, weekdayNames, weekFromMonday } from "#contract/stores/words";
import { Field } from "~/ui/field";

/**
 * The hours of a week as ticks, a row a day: two rows on a phone. Each is reached by Tab and
 * pressed by the space bar.
 */
export function PrimeHours({ label, hint }: { label: string; hint: string }) {
  return (
    <Field name="primeHours" label={label} hint={hint} group>
      {({ id }, { values }) => (
        <div className="grid gap-2">
          {weekFromMonday.map((day, place) => (
            <fieldset
              key={day}
              className="grid min-w-0 gap-1 sm:grid-cols-[40px_minmax(0,1fr)] sm:items-center"
            >
              <legend className="sr-only">{weekdayNames[day]}</legend>
              <span aria-hidden="true" className="text-sm font-medium text-ink-2">
                {weekdayNames[day].slice(0, 3)}
              </span>
              <div className="grid grid-cols-12 gap-px xl:grid-cols-[repeat(24,minmax(0,1fr))]">
                {hoursOfDay.map((hour) => {
                  const value = String(hourOfWeek(day, hour));
                  return (
                    <label
                      key={hour}
                      className="flex min-h-[32px] cursor-pointer items-center justify-center rounded-sm border border-line-strong text-xs tabular-nums hover:bg-sunken has-[:checked]:border-ink has-[:checked]:bg-ink has-[:checked]:font-semibold has-[:checked]:text-paper has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-ink"
                    >
                      <input
                        type="checkbox"
                        id={place === 0 && hour === 0 ? id : `${id}-${value}`}
                        name="primeHours"
                        value={value}
                        defaultChecked={values.includes(value)}
                        aria-label={`${weekdayNames[day]} ${clockOf(hour * 60)} to ${clockOf((hour + 1) * 60)}`}
                        className="sr-only"
                      />
                      <span aria-hidden="true">{String(hour).padStart(2, "0")}</span>
                    </label>
                  );
                })}
              </div>
            </fieldset>
          ))}
        </div>
      )}
    </Field>
  );
}
