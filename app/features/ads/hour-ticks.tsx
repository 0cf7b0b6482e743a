import { hoursOfDay } from "#contract/ads/words";
import { Field, type FieldProps } from "~/ui/field";

/** The hours of a day as a row of ticks, each an hour from its beginning to the next. */
export function HourTicks(props: FieldProps) {
  return (
    <Field {...props} group>
      {({ id, name }, { values }) => (
        <div className="grid grid-cols-6 gap-1 sm:grid-cols-8 md:grid-cols-12">
          {hoursOfDay.map((hour) => (
            <label
              key={hour}
              className="flex min-h-[40px] cursor-pointer flex-col items-center justify-center rounded border border-line-strong text-sm tabular-nums hover:bg-sunken has-[:checked]:border-ink has-[:checked]:bg-sunken has-[:checked]:font-semibold has-[:checked]:text-ink has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ink"
            >
              <input
                type="checkbox"
                id={hour ? `${id}-${hour}` : id}
                name={name}
                value={String(hour)}
                defaultChecked={values.includes(String(hour))}
                aria-label={`${String(hour).padStart(2, "0")}:00 to ${String(hour + 1).padStart(2, "0")}:00`}
                className="sr-only"
              />
              <span aria-hidden="true">{String(hour).padStart(2, "0")}</span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
