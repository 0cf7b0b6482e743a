import { slotAvailabilityWithTime } from "#contract/ads/availability";
import { times } from "#contract/ads/campaign-form";
import type { Input } from "#contract/base/endpoint";
import { clockOf } from "#contract/stores/words";
import type { PageContext } from "~/lib/session/guard.server";
import { dayWords } from "./day-words";
import { availabilityTexts as texts } from "./texts";

/**
 * Reads times typed in the address as minutes since midnight, an empty list if none are typed;
 * `wrong` says what is wrong with them.
 */
export function readTimes(text: string | undefined): { minutes: number[]; wrong: string | null } {
  const read = times.safeParse(text ?? "");
  return read.success
    ? { minutes: read.data, wrong: null }
    : { minutes: [], wrong: read.error.issues[0]?.message ?? null };
}

type TimesQuery = Omit<Input<typeof slotAvailabilityWithTime>["query"], "exactTimes" | "hours">;

/**
 * Loads in how many stores each time is free on each day, and the cells with the fewest and the
 * most. A time that is over counts no stores.
 */
export async function loadTimes(
  { api, figures }: PageContext,
  query: TimesQuery,
  minutes: number[],
  now: { day: string; minute: number },
) {
  const { data } = await api.call(slotAvailabilityWithTime, {
    query: { ...query, exactTimes: minutes.join(",") },
  });
  const cells = data.days.flatMap(({ day, stores, storesFree }) =>
    data.exactTimes.flatMap((minute, at) => {
      const isOver = day < now.day || (day === now.day && minute <= now.minute && !storesFree[at]);
      return stores === 0 || isOver ? [] : [{ day, minute, stores, free: storesFree[at] ?? 0 }];
    }),
  );
  const formatCell = (cell: (typeof cells)[number] | undefined) =>
    cell && {
      free: figures.figure(cell.free),
      note: texts.ofStores(
        `${dayWords(cell.day)} ${clockOf(cell.minute)}`,
        figures.counted(cell.stores, "store"),
      ),
    };
  const [first, ...others] = cells;
  const columns = data.exactTimes.map(clockOf);
  return {
    stores: data.stores,
    worst: formatCell(
      first && others.reduce((least, cell) => (cell.free < least.free ? cell : least), first),
    ),
    best: formatCell(
      first && others.reduce((most, cell) => (cell.free > most.free ? cell : most), first),
    ),
    map:
      cells.length === 0
        ? null
        : {
            columns,
            max: data.stores,
            rows: data.days.map(({ day }) => ({
              label: dayWords(day),
              cells: data.exactTimes.map((minute) => {
                const cell = cells.find((one) => one.day === day && one.minute === minute);
                return {
                  value: cell?.free ?? null,
                  note:
                    cell &&
                    texts.ofStores(
                      figures.figure(cell.free),
                      figures.counted(cell.stores, "store"),
                    ),
                };
              }),
            })),
          },
  };
}
