import { Link } from "@remix-run/react";
import { DayKey, DayLines, HourRow } from "~/ui/day";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { Facts, Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
import { dayPath } from "./paths";
import type { PreviewDay } from "./preview-day.server";

/** Which group, day and store: a GET form, so that every day is an address. */
export function DayChooser({ chooser }: { chooser: PreviewDay["chooser"] }) {
  const { groupId, groups, day, last, storeId, stores } = chooser;
  return (
    <Panel padded={false}>
      <FilterBar
        label="Choose a day"
        clearTo={dayPath}
        action={dayPath}
        applyLabel="Show"
        search={<FilterSelect name="groupId" label="Group" value={groupId} options={groups} />}
      >
        <FilterDate name="day" label="Day" value={day} max={last} required />
        <FilterSelect name="storeId" label="As heard in" any="The whole group" value={storeId} options={stores} />
      </FilterBar>
    </Panel>
  );
}

/** The day hours downwards, each a bar in proportion; the lines of one hour are open. */
export function DayHours({ hours }: { hours: PreviewDay["hours"] }) {
  if (hours.length === 0)
    return (
      <EmptyState icon="clock" title="Closed">
        No store is open on this day, so nothing is planned.
      </EmptyState>
    );
  return (
    <section className="panel mb-4 min-w-0" aria-label="The day, hour by hour">
      <DayKey />
      {hours.map(({ hour, clock, label, bars, openTo, lines }) => (
        <div key={hour} id={`h${hour}`} className="scroll-mt-4">
          <HourRow hour={clock} items={bars} label={`${clock}: ${label}`}>
            {lines ? (
              <DayLines
                caption={`${clock}, in order`}
                lines={lines.map(({ artist, to, title, ...line }) => ({
                  ...line,
                  title: to ? (
                    <Link to={to} preventScrollReset className="rounded-sm underline-offset-2 hover:underline">
                      {title}
                      <span className="sr-only">, why here?</span>
                    </Link>
                  ) : (
                    title
                  ),
                  detail: artist,
                }))}
              />
            ) : (
              <Link
                to={openTo}
                preventScrollReset
                className="inline-block rounded-sm py-1 text-sm text-ink-2 underline underline-offset-2 hover:no-underline"
              >
                {label}
                <span className="sr-only"> from {clock}: show them</span>
              </Link>
            )}
          </HourRow>
        </div>
      ))}
    </section>
  );
}

/** Beside the day: why the chosen song, what broke a rule, how the mix came out. */
export function DayAside({ why, violations, shares }: Pick<PreviewDay, "why" | "violations" | "shares">) {
  return (
    <div>
      {why ? (
        <Panel title={why.title}>
          <Facts facts={why.facts} />
        </Panel>
      ) : (
        <Panel title="Why is it here?">
          <p className="text-ink-2">Choose a song to see why it stands where it does.</p>
        </Panel>
      )}
      {violations.length > 0 ? (
        <Panel title="Against a rule">
          <ul className="grid gap-2">
            {violations.map(({ key, time, title, words, to }) => (
              <li key={key}>
                <span className="tabular-nums text-ink-3">{time} </span>
                {to ? <TextLink to={to}>{title}</TextLink> : <b className="font-semibold">{title}</b>}
                <span className="block text-sm text-ink-2">{words}</span>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {shares.length > 0 ? (
        <Panel title="The mix">
          <Facts facts={shares.map(({ name, words }) => ({ term: name, value: words }))} />
        </Panel>
      ) : null}
    </div>
  );
}
