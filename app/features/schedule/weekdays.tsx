import { weekdayNames, weekFromMonday } from "#contract/stores/words";
import { Field } from "~/ui/field";

/** Chooses days of the week. */
export function Weekdays({ name, hint }: { name: string; hint?: string }) {
  return (
    <Field name={name} label="Days" hint={hint} group className="mt-3">
      {({ id }, { values }) => (
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {weekFromMonday.map((day, place) => (
            <span key={day} className="flex items-center gap-1.5">
              <input
                type="checkbox"
                id={place === 0 ? id : `${id}-${day}`}
                name={name}
                value={day}
                defaultChecked={values.includes(String(day))}
                className="tick"
              />
              <label htmlFor={place === 0 ? id : `${id}-${day}`} className="py-1">
                <abbr title={weekdayNames[day]} className="no-underline">
                  {weekdayNames[day].slice(0, 3)}
                </abbr>
              </label>
            </span>
          ))}
        </div>
      )}
    </Field>
  );
}
