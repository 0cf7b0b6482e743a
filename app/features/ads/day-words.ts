import { showDate, weekdayOf } from "#contract/base/dates";
import { weekdayNames } from "#contract/stores/words";

/** "Mon 23/11/26". */
export const dayWords = (day: string): string =>
  `${weekdayNames[weekdayOf(day)]?.slice(0, 3)} ${showDate(day)}`;
