import { DayKey, DayLines, HourRow, PrintedLines } from "~/ui/day";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { Facts, Panel } from "~/ui/frame/panel";
import { TrackCover } from "~/ui/play-button";
import { OpenHourLink, WhyLink } from "./day-links";
import { dayPath } from "./paths";
import type { PreviewDay } from "./preview-day.server";
import { previewTexts } from "./texts";

/** Chooses group, day and store. It is a GET form, so that every day has an address. */
export function DayChooser({ chooser }: { chooser: PreviewDay["chooser"] }) {
  const { groupId, groups, day, last, storeId, stores } = chooser;
  return (
    <Panel className="print:hidden">
      <FilterBar
        label="Choose a day"
        clearTo={dayPath}
        action={dayPath}
        applyLabel="Show"
        search={
          <>
            <FilterSelect name="groupId" label="Group" value={groupId} options={groups} wide />
            <FilterDate playlist name="day" label="Day" value={day} max={last} required />
            <FilterSelect
              name="storeId"
              label="As heard in"
              any="The whole group"
              value={storeId}
              options={stores}
            />
          </>
        }
      />
    </Panel>
  );
}

/** Shown for a day without hours: all its stores are closed, or have nothing to play. */
export const EmptyDay = ({ isSilent }: { isSilent: boolean }) => (
  <EmptyState icon={isSilent ? "music" : "clock"} title={isSilent ? "Nothing plays" : "Closed"}>
    {isSilent ? previewTexts.silent : previewTexts.closed}
  </EmptyState>
);

/** Shows the day by hours, each as a bar in proportion; one hour's lines are open. */
export function DayHours({ hours, isSilent }: Pick<PreviewDay, "hours" | "isSilent">) {
  if (hours.length === 0) return <EmptyDay isSilent={isSilent} />;
  return (
    <section className="mb-8 min-w-0" aria-label={previewTexts.hours}>
      <DayKey />
      {hours.map(({ hour, clock, label, bars, printed, openTo, lines }) => (
        <div key={hour} id={`h${hour}`} className="scroll-mt-4">
          <HourRow hour={clock} items={bars} label={`${clock}: ${label}`}>
            {lines ? (
              <DayLines
                caption={`${clock}, in order`}
                lines={lines.map(({ artist, art, audio, to, title, why, facts, ...line }) => ({
                  ...line,
                  why,
                  below: facts ? <Facts facts={facts} /> : null,
                  title: <WhyLink to={to} title={title} />,
                  detail: artist,
                  cover: <TrackCover src={audio} title={title} by={artist} art={art} />,
                }))}
              />
            ) : (
              <>
                <OpenHourLink to={openTo} clock={clock} label={label} />
                <PrintedLines lines={printed} />
              </>
            )}
          </HourRow>
        </div>
      ))}
    </section>
  );
}

/** Shows the shares that the mix reached. */
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

/** Shows how a store's day differs from its group's. */
export function StoreDifferences({
  differences,
}: {
  differences: NonNullable<PreviewDay["differences"]>;
}) {
  const { counted } = useFigures();
  if (differences.length === 0)
    return <p className="mb-4 text-ink-2">{previewTexts.otherVersion}</p>;
  return (
    <Panel title={previewTexts.differences}>
      <Facts
        facts={differences.map(({ term, value, songs }) => ({
          term,
          value:
            songs.length === 0 ? (
              value
            ) : (
              <details>
                <summary className="w-fit cursor-pointer rounded-sm">
                  {counted(songs.length, "song")}
                </summary>
                <ul className="text-sm text-ink-2">
                  {songs.map(({ key, words }) => (
                    <li key={key}>{words}</li>
                  ))}
                </ul>
              </details>
            ),
        }))}
      />
    </Panel>
  );
}
