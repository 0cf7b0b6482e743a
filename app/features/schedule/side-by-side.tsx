import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
import { sideBySidePath } from "./paths";
import type { SideBySide } from "./side-by-side.server";
import { sideBySideTexts } from "./texts";

/** Chooses the two days. It is a GET form, so that every pair has an address. */
export function PairChooser({ chooser }: Pick<SideBySide, "chooser">) {
  const { groups, last, values } = chooser;
  const [one, other] = values;
  return (
    <Panel className="print:hidden">
      <FilterBar
        label="Choose two days"
        clearTo={sideBySidePath}
        action={sideBySidePath}
        applyLabel="Show"
        search={
          <>
            <FilterSelect name="groupId" label="Group" value={one.groupId} options={groups} wide />
            <FilterDate playlist name="day" label="Day" value={one.day} max={last} required />
            <FilterSelect
              name="otherGroupId"
              label="Beside group"
              value={other.groupId}
              options={groups}
              wide
            />
            <FilterDate
              playlist
              name="otherDay"
              label="Beside day"
              value={other.day}
              max={last}
              required
            />
          </>
        }
      />
    </Panel>
  );
}

/** The hours of two days in two columns, also on a phone; what both play is marked. */
export const TwinHours = ({ days, hours }: Pick<SideBySide, "days" | "hours">) => (
  <section aria-label={sideBySideTexts.hours} className="mb-8 min-w-0">
    <div className="grid grid-cols-2 gap-x-3 border-b-2 border-ink pb-2 md:gap-x-6">
      {days.map(({ name, day, to }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, both may be one day
        <h2 key={place} className="m-0 min-w-0 text-base font-semibold [overflow-wrap:anywhere]">
          <TextLink to={to}>{name}</TextLink>
          <span className="block text-sm font-normal text-ink-2">{day}</span>
        </h2>
      ))}
    </div>
    {hours.map(({ clock, words, columns }) => (
      <section key={clock} aria-label={clock} className="border-b border-line py-2">
        <h3 className="m-0 flex flex-wrap items-baseline gap-x-3 text-lg font-bold">
          <time>{clock}</time>
          <span className="text-sm font-normal text-ink-2">{words}</span>
        </h3>
        <div className="grid grid-cols-2 gap-x-3 md:gap-x-6">
          {columns.map((lines, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <Column key={place} lines={lines} name={days[place]?.name ?? ""} />
          ))}
        </div>
      </section>
    ))}
  </section>
);

type Line = SideBySide["hours"][number]["columns"][number][number];

function Column({ lines, name }: { lines: readonly Line[]; name: string }) {
  if (lines.length === 0) return <p className="text-sm text-ink-3">{sideBySideTexts.silent}</p>;
  return (
    <ol aria-label={name} className="min-w-0">
      {lines.map(({ key, time, title, artist, shared }) => (
        <li
          key={key}
          className={`border-l-4 py-0.5 pl-2 text-sm print:break-inside-avoid ${shared === "HOUR" ? "border-l-warn bg-sunken" : "border-l-transparent"} md:grid md:grid-cols-[48px_minmax(0,1fr)] md:gap-x-2`}
        >
          <span className="tabular-nums text-ink-3">{time}</span>
          <span className="block min-w-0 [overflow-wrap:anywhere]">
            <span className={shared === "HOUR" ? "font-semibold" : ""}>{title}</span>
            <span className="text-ink-3">, {artist}</span>
            {shared ? (
              <span className={shared === "HOUR" ? "text-ink-2" : "text-ink-3"}>
                {` · ${sideBySideTexts.shared[shared]}`}
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
