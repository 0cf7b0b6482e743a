import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { changeDay } from "~/features/schedule/change-day.server";
import { DayEvents } from "~/features/schedule/day-events";
import { NoGroups } from "~/features/schedule/no-groups";
import { publishChangesPath } from "~/features/schedule/paths";
import { PublishButton } from "~/features/schedule/publish-button";
import { RuleBreaks } from "~/features/schedule/rule-breaks";
import { ChangeForm, ScheduleChooser, ScheduleHours } from "~/features/schedule/schedule-day";
import { loadScheduleDay, type ScheduleDay } from "~/features/schedule/schedule-day.server";
import {
  previewTexts,
  publishTexts,
  scheduleTexts,
  sideBySideTexts,
} from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { requireArea } from "~/lib/session/guard.server";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";
import { Pill } from "~/ui/frame/pill";
import { TextLink } from "~/ui/frame/text-link";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Music schedule"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadScheduleDay(args.request, await requireArea(args, "MUSIC_SCHEDULE"));
}

/**
 * Makes a new draft of the day by one change; a refusal is shown on the newest version.
 */
export async function action(args: ActionFunctionArgs) {
  const to = await changeDay(args, await requireArea(args, "MUSIC_SCHEDULE"));
  return redirect(to);
}

export default function MusicSchedule() {
  const day = useLoaderData<typeof loader>();
  if (!day)
    return (
      <>
        <PageHead title="Music schedule" help={tutorialPath("music_schedule")} />
        <NoGroups />
      </>
    );
  return (
    <>
      <PageHead
        title={`Music schedule: ${day.title}`}
        finding={day.finding}
        lead={
          <>
            {day.state ? <Pill tone={day.state.tone}>{day.state.words}</Pill> : null} {day.lead}
          </>
        }
        help={tutorialPath("music_schedule")}
        more={<MoreActions day={day} />}
        actions={
          <>
            <ButtonLink to={day.versionsTo}>Versions</ButtonLink>
            {day.publishTo ? <PublishButton to={day.publishTo} /> : null}
          </>
        }
      />
      <ScheduleChooser {...day.chooser} />
      <VersionNotices day={day} />
      <DayEvents events={day.events} />
      <RuleBreaks {...day.breaks} />
      <ScheduleHours day={day} />
    </>
  );
}

function MoreActions({ day }: { day: ScheduleDay }) {
  return (
    <>
      <ButtonLink to={day.rotationTo}>Rotation</ButtonLink>
      <ButtonLink to={day.sideBySideTo}>{sideBySideTexts.title}</ButtonLink>
      <Downloads to={day.downloadTo} />
    </>
  );
}

/** Compares the version with the one that stores play: says if its rules or charts changed. */
function VersionNotices({ day }: { day: ScheduleDay }) {
  const {
    isOld,
    mayRestore,
    newestTo,
    playingVersion,
    differenceTo,
    inputsChanged,
    isDraft,
    mayChange,
  } = day;
  return (
    <>
      {isOld ? (
        <Note>
          <p>
            {scheduleTexts.old} <TextLink to={newestTo}>Open the newest version</TextLink>
          </p>
          {mayRestore ? <TextLink to={day.versionsTo}>{scheduleTexts.restore}</TextLink> : null}
        </Note>
      ) : null}
      {playingVersion !== null ? (
        <Note>
          <p>
            {scheduleTexts.publishedBeside(playingVersion)}{" "}
            <TextLink to={differenceTo}>See the difference</TextLink>
          </p>
        </Note>
      ) : null}
      {inputsChanged ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-warn-tint px-4 py-3 text-warn">
          <p>{isDraft ? previewTexts.changedSinceDraft : previewTexts.changedSincePublished}</p>
          {mayChange ? (
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <ChangeForm day={day} fields={{ change: "regenerate" }}>
                <Button small>Make a new draft</Button>
              </ChangeForm>
              {isDraft ? null : (
                <TextLink to={publishChangesPath}>{publishTexts.publishChanges}</TextLink>
              )}
            </span>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-paper px-4 py-3 text-ink-2">
    {children}
  </div>
);
