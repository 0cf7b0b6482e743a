import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mayOpen } from "#contract/base/roles";
import { publishSettings } from "#contract/schedule/publishing";
import { ChangesNotice } from "~/features/schedule/changed-days";
import { loadChangesNotice } from "~/features/schedule/changed-days.server";
import { ComingDaysTable } from "~/features/schedule/coming-days";
import { loadComingDays } from "~/features/schedule/coming-days.server";
import { previewPath, publishDaysPath, publishSettingsPath } from "~/features/schedule/paths";
import { previewTexts, publishTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { load, requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { FilterBar, FilterSearch } from "~/ui/frame/filter-bar";
import { PageHead } from "~/ui/frame/page-head";
import { ListPager, pageSizes } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Preview · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "PREVIEW");
  const [coming, changes, { data: settings }] = await Promise.all([
    loadComingDays(args.request, pageContext),
    loadChangesNotice(args, pageContext),
    load(() => pageContext.api.call(publishSettings, {})),
  ]);
  const maySchedule = mayOpen(pageContext.person, "MUSIC_SCHEDULE");
  const publishWords = settings.needsApproval
    ? publishTexts.approval
    : publishTexts.automatic(settings.publishAt);
  return {
    ...coming,
    changes,
    publishWords,
    mayPublish: maySchedule && coming.rows.length > 0,
    maySet: maySchedule && settings.mayChange,
  };
}

export default function Preview() {
  const coming = useLoaderData<typeof loader>();
  const { finding, rows, filters, row, page, changes, publishWords, mayPublish, maySet } = coming;
  return (
    <>
      <PageHead
        title="Preview"
        finding={finding}
        lead={`${previewTexts.lead} ${publishWords}`}
        help={tutorialPath("music_schedule_preview")}
        actions={
          <>
            {maySet ? <ButtonLink to={publishSettingsPath}>Publishing settings</ButtonLink> : null}
            {mayPublish ? <ButtonLink to={publishDaysPath}>Publish days</ButtonLink> : null}
          </>
        }
      />
      <ChangesNotice changes={changes} />
      <Panel>
        <FilterBar
          label="Filter groups"
          clearTo={previewPath}
          active={filters.search ? 1 : 0}
          hidden={{ limit: page.limit }}
          applyLabel="Search"
          search={
            <FilterSearch
              name="search"
              label="Search"
              value={filters.search}
              placeholder="Group, zone or region"
            />
          }
        />
        <ComingDaysTable coming={coming} mayPublish={mayPublish} />
        <ListPager
          page={page}
          row={row}
          rowCount={rows.length}
          href={({ limit = pageSizes[0], ...place }) =>
            withMembers(previewPath, filters, { ...place, limit })
          }
        />
      </Panel>
    </>
  );
}
