import { forwardRef, type InputHTMLAttributes, useEffect, useState } from "react";
import { showDate, showPlaylistDate, weekdayOf } from "#contract/base/dates";
import { weekdayNames } from "#contract/stores/words";

export type DateInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  /** True on pages about playlists, which write dates as "Nov 22 2026" (UI-6). */
  playlist?: boolean;
};

/**
 * The browser's own date field, which formats dates in its own way, beside the date in our format
 * with its weekday.
 */
export const DateInput = forwardRef<HTMLInputElement, DateInputProps>(
  ({ playlist = false, defaultValue = "", ...rest }, ref) => {
    const initial = String(defaultValue);
    const [day, setDay] = useState(initial);
    useEffect(() => setDay(initial), [initial]);
    return (
      <span className="date-input">
        <input
          {...rest}
          ref={ref}
          type="date"
          defaultValue={defaultValue}
          // onInput also reports values set by script, which React's own onChange leaves out
          onInput={(event) => setDay(event.currentTarget.value)}
        />
        {day ? (
          <span aria-hidden="true" className="date-words">
            {weekdayNames[weekdayOf(day)]?.slice(0, 3)}{" "}
            {playlist ? showPlaylistDate(day) : showDate(day)}
          </span>
        ) : null}
      </span>
    );
  },
);
