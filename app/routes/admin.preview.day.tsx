import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { changePlaylist } from "#contract/schedule/day-changes";
import { groupRef } from "~/features/schedule/coming-days.server";
import { DayEvents } from "~/features/schedule/day-events";
import { NoGroups } from "~/features/schedule/no-groups";
import { dayPath, previewPath, publishChangesPath } from "~/features/schedule/paths";
import { DayChooser, DayHours, DayMix, StoreDifferences } from "~/features/schedule/preview-day";
import { loadPreviewDay, type PreviewDay } from "~/features/schedule/preview-day.server";
import { PublishButton } from "~/features/schedule/publish-button";
import { RuleBreaks } from "~/features/schedule/rule-breaks";
import { previewTexts, publishTexts, sideBySideTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { load, requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";
import { PostForm } from "~/ui/frame/post-form";
import { TextLink } from "~/ui/frame/text-link";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Preview of a day"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadPreviewDay(args.request, await requireArea(args, "PREVIEW"));
}

/** Makes a new draft of a published day from the current rules, charts and events. */
export async function action(args: ActionFunctionArgs) {
  const { api, ids } = await requireArea(args, "MUSIC_SCHEDULE");
  const form = await args.request.formData();
  const id = ids.decrypt("playlist", String(form.get("id")));
  const { message, data } = await load(() =>
    api.call(changePlaylist, { body: { id, change: "regenerate" } }),
  );
  args.context.session.flash("success", message);
  return redirect(
    withMembers(dayPath, {
      groupId: groupRef({ ids }, data.groupId),
      day: data.day,
      version: ids.encrypt("playlist", data.id),
    }),
  );
}

export default function PreviewOfDay() {
  const day = useLoaderData<typeof loader>();
  const crumbs = [{ label: "Preview", to: previewPath }];
  if (!day)
    return (
      <>
        <PageHead crumbs={crumbs} title="Preview of a day" />
        <NoGroups />
      </>
    );
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={day.title}
        lead={day.lead}
        help={tutorialPath("music_schedule")}
        actions={<Actions day={day} />}
      />
      <DraftNotice day={day} />
      <DayChooser chooser={day.chooser} />
      <DayEvents events={day.events} />
      <RuleBreaks {...day.breaks} />
      <div
        className={`grid items-start gap-x-4 ${day.shares.length > 0 || day.differences ? "lg:grid-cols-[minmax(0,1fr)_300px]" : ""}`}
      >
        <DayHours {...day} />
        {day.differences ? (
          <StoreDifferences differences={day.differences} />
        ) : (
          <DayMix shares={day.shares} />
        )}
      </div>
    </>
  );
}

function Actions({ day }: { day: PreviewDay }) {
  const { downloadTo, listenTo, sideBySideTo, mayPublish, state, publishTo } = day;
  return (
    <>
      {listenTo ? (
        <ButtonLink to={listenTo} icon="play">
          Listen
        </ButtonLink>
      ) : null}
      {sideBySideTo ? <ButtonLink to={sideBySideTo}>{sideBySideTexts.title}</ButtonLink> : null}
      {downloadTo ? <Downloads to={downloadTo} /> : null}
      {mayPublish && state === "draft" ? <PublishButton to={publishTo} /> : null}
    </>
  );
}

/** Says if a newer draft exists, or if the day's rules or charts have changed since it was made. */
function DraftNotice({ day }: { day: PreviewDay }) {
  const { state, inputsChanged, draftTo, mayPublish, playlistRef } = day;
  if (draftTo)
    return (
      <p className="mb-4 rounded-lg border border-line bg-paper px-4 py-3 text-ink-2">
        {previewTexts.newerDraft} <TextLink to={draftTo}>See the draft</TextLink>
      </p>
    );
  if (!inputsChanged) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-warn-tint px-4 py-3 text-warn">
      <p>
        {state === "published"
          ? previewTexts.changedSincePublished
          : previewTexts.changedSinceDraft}
      </p>
      {mayPublish && state === "published" ? (
        <PostForm className="print:hidden flex flex-wrap items-center gap-x-4 gap-y-2">
          <input type="hidden" name="id" value={playlistRef} />
          <Button small>Make a new draft</Button>
          <TextLink to={publishChangesPath}>{publishTexts.publishChanges}</TextLink>
        </PostForm>
      ) : null}
    </div>
  );
}
