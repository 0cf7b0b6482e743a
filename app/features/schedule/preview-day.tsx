import { DayKey, DayLines, HourRow } from "~/ui/day";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { Facts, Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
import { OpenHourLink, WhyLink } from "./day-links";
import { dayPath } from "./paths";
import type { PreviewDay } from "./preview-day.server";
import { breakTexts, previewTexts } from "./texts";

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
        search={<FilterSelect name="groupId" label="Group" value={groupId} options={groups} wide />}
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
        {previewTexts.closed}
      </EmptyState>
    );
  return (
    <section className="panel mb-4 min-w-0" aria-label={previewTexts.hours}>
      <DayKey />
      {hours.map(({ hour, clock, label, bars, openTo, lines }) => (
        <div key={hour} id={`h${hour}`} className="scroll-mt-4">
          <HourRow hour={clock} items={bars} label={`${clock}: ${label}`}>
            {lines ? (
              <DayLines
                caption={`${clock}, in order`}
                lines={lines.map(({ artist, to, title, why, facts, ...line }) => ({
                  ...line,
                  why,
                  below: facts ? <Facts facts={facts} /> : null,
                  title: <WhyLink to={to} title={title} />,
                  detail: artist,
                }))}
              />
            ) : (
              <OpenHourLink to={openTo} clock={clock} label={label} />
            )}
          </HourRow>
        </div>
      ))}
    </section>
  );
}

/** What a person should see before the day is published: why songs break rules and why it pauses, with what helps. */
export function RuleBreaks({ title, causes }: PreviewDay["breaks"]) {
  if (causes.length === 0) return null;
  return (
    <section className="mb-4 rounded-lg border border-l-4 border-warn bg-warn-tint px-4 py-3" aria-labelledby="rule-breaks">
      <h2 id="rule-breaks" className="mb-2 font-semibold text-warn">
        {title}
      </h2>
      <ul className="grid gap-3">
        {causes.map(({ key, title, advice, places }) => (
          <li key={key}>
            <h3 className="font-semibold [overflow-wrap:anywhere]">{title}</h3>
            <p className="text-ink-2">{advice}</p>
            <Places places={places} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const listed = 3;

/** Where it happens: the first ones, the rest folded. */
function Places({ places }: Pick<PreviewDay["breaks"]["causes"][number], "places">) {
  const { counted } = useFigures();
  if (places.length <= listed) return <PlaceList places={places} />;
  return (
    <details>
      <summary className="w-fit rounded-sm py-1 text-sm text-ink-2 underline underline-offset-2 hover:no-underline">
        {breakTexts.all(counted(places.length, "time"))}
      </summary>
      <PlaceList places={places} />
    </details>
  );
}

function PlaceList({ places }: Pick<PreviewDay["breaks"]["causes"][number], "places">) {
  return (
    <ul className="grid gap-x-6 gap-y-1 text-sm md:grid-cols-2 xl:grid-cols-3">
      {places.map(({ key, time, title, to }) => (
        <li key={key}>
          <span className="tabular-nums text-ink-2">{time} </span>
          {to ? <TextLink to={to}>{title}</TextLink> : title}
        </li>
      ))}
    </ul>
  );
}

/** How the mix came out. */
export function DayMix({ shares }: Pick<PreviewDay, "shares">) {
  if (shares.length === 0) return null;
  return (
    <Panel title="Mix">
      <Facts
        facts={shares.map(({ name, words, note }) => ({
          term: name,
          value: (
            <>
              {words}
              {note ? <small className="block text-warn">{note}</small> : null}
            </>
          ),
        }))}
      />
    </Panel>
  );
}
