import { DayKey, DayLines, HourRow, PrintedLines } from "~/ui/day";
import { Button, ButtonLink } from "~/ui/frame/button";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { Facts, Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { TrackCover, TrackList } from "~/ui/play-button";
import type { DayChooser } from "./coming-days.server";
import { OpenHourLink, WhyLink } from "./day-links";
import { EmptyDay } from "./preview-day";
import type { ScheduleDay } from "./schedule-day.server";
import { scheduleTexts } from "./texts";

/** Chooses group and day by a GET form, so that each day has an address; links to days nearby. */
export function ScheduleChooser({
  path,
  members,
  groupId,
  groups,
  day,
  last,
  previous,
  next,
}: DayChooser) {
  return (
    <Panel className="print:hidden">
      <FilterBar
        label="Choose a day"
        clearTo={path}
        action={path}
        hidden={members}
        applyLabel="Show"
        search={
          <>
            <FilterSelect name="groupId" label="Group" value={groupId} options={groups} wide />
            <FilterDate playlist name="day" label="Day" value={day} max={last} required />
          </>
        }
        beside={
          <>
            <ButtonLink to={previous} variant="quiet" icon="left" className="max-md:px-2">
              Day before
            </ButtonLink>
            {next ? (
              <ButtonLink to={next} variant="quiet" icon="right" className="max-md:px-2">
                Day after
              </ButtonLink>
            ) : null}
          </>
        }
      />
    </Panel>
  );
}

/** Posts one change of the version that is shown. */
export function ChangeForm({
  day,
  fields,
  children,
}: {
  day: Pick<ScheduleDay, "ref">;
  fields: Record<string, string | number>;
  children: React.ReactNode;
}) {
  return (
    <PostForm preventScrollReset className="print:hidden inline-flex">
      {Object.entries({ id: day.ref, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </PostForm>
  );
}

/** Shows the day by hours, each as a bar in proportion; one hour's lines are open. */
export function ScheduleHours({ day }: { day: ScheduleDay }) {
  const { hours, charts, mayChange } = day;
  if (hours.length === 0) return <EmptyDay isSilent={day.isSilent} />;
  return (
    <section className="mb-8 min-w-0" aria-label={scheduleTexts.hours}>
      <DayKey charts={charts} />
      {hours.map(({ hour, clock, label, bars, printed, openTo, lines }) => (
        <div key={hour} id={`h${hour}`} className="scroll-mt-4">
          <HourRow hour={clock} items={bars} label={`${clock}: ${label}`}>
            {lines ? (
              <>
                <TrackList>
                  <DayLines
                    caption={`${clock}, in order`}
                    lines={lines.map((line) => toDayLine(day, line))}
                  />
                </TrackList>
                {mayChange ? (
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-2 print:hidden">
                    <ChangeForm day={day} fields={{ change: "regenerate-hour", hour }}>
                      <Button small>Regenerate this hour</Button>
                    </ChangeForm>
                    <span className="text-sm text-ink-3">{scheduleTexts.regenerate}</span>
                  </div>
                ) : null}
              </>
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

type Line = NonNullable<ScheduleDay["hours"][number]["lines"]>[number];

function toDayLine(
  day: ScheduleDay,
  { index, title, artist, art, audio, whyTo, swapTo, locked, mayChange, facts, ...line }: Line,
) {
  const change = locked ? "unlock" : "lock";
  return {
    ...line,
    detail: artist,
    cover: <TrackCover src={audio} title={title} by={artist} art={art} />,
    title: <WhyLink to={whyTo} title={title} />,
    actions: mayChange ? (
      <>
        <ChangeForm day={day} fields={{ change, index }}>
          <Button
            small
            variant={locked ? "plain" : "quiet"}
            icon={locked ? "lock" : "unlock"}
            iconOnly
            aria-pressed={locked}
          >
            {`${locked ? "Unlock" : "Lock"} ${title}`}
          </Button>
        </ChangeForm>
        <ButtonLink to={swapTo} small variant="quiet" icon="swap" iconOnly>
          {`Swap ${title}`}
        </ButtonLink>
      </>
    ) : null,
    below: facts ? (
      <div className="grid gap-2">
        <Facts facts={facts} />
        {mayChange ? (
          <ChangeForm day={day} fields={{ change: "regenerate-rest", index }}>
            <Button small>Regenerate from here on</Button>
          </ChangeForm>
        ) : null}
      </div>
    ) : null,
  };
}
