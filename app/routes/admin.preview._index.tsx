import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mayOpen } from "#contract/base/roles";
import { publishSettings } from "#contract/schedule/publishing";
import { ComingDaysTable } from "~/features/schedule/coming-days";
import { loadComingDays } from "~/features/schedule/coming-days.server";
import { dayPath, previewPath, publishDaysPath, publishSettingsPath } from "~/features/schedule/paths";
import { previewTexts, publishTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { load, requireArea } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { PageHead } from "~/ui/frame/page-head";
import { ListPager } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Preview · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireArea(args, "PREVIEW");
  const [coming, { data: settings }] = await Promise.all([
    loadComingDays(args.request, guarded),
    load(() => guarded.api.call(publishSettings, {})),
  ]);
  const maySchedule = mayOpen(guarded.person, "MUSIC_SCHEDULE");
  const publishing = settings.needsApproval ? publishTexts.approval : publishTexts.automatic(settings.publishAt);
  return { ...coming, publishing, mayPublish: maySchedule && coming.options.length > 0, maySet: maySchedule && settings.mayChange };
}

export default function Preview() {
  const { rows, days, options, tomorrow, row, page, publishing, mayPublish, maySet } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Preview"
        lead={`${previewTexts.lead} ${publishing}`}
        help={tutorialPath("music_schedule_preview")}
        actions={
          <>
            {maySet ? <ButtonLink to={publishSettingsPath}>Publishing</ButtonLink> : null}
            {mayPublish ? <ButtonLink to={publishDaysPath}>Publish days</ButtonLink> : null}
          </>
        }
      />
      <Panel padded={false}>
        {options.length > 0 ? (
          <FilterBar
            label="Choose a day"
            clearTo={dayPath}
            action={dayPath}
            applyLabel="Show day"
            search={<FilterSelect name="groupId" label="Group" options={options} wide />}
          >
            <FilterDate name="day" label="Day" value={tomorrow} required />
          </FilterBar>
        ) : null}
        <ComingDaysTable rows={rows} days={days} />
        <ListPager page={page} row={row} shown={rows.length} href={(place) => withMembers(previewPath, place)} />
      </Panel>
    </>
  );
}
