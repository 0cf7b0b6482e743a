import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ComingDaysTable } from "~/features/schedule/coming-days";
import { loadComingDays } from "~/features/schedule/coming-days.server";
import { dayPath } from "~/features/schedule/paths";
import { previewTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { requireArea } from "~/lib/guard.server";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { PageHead } from "~/ui/frame/page-head";
import { Pager } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Preview · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadComingDays(args.request, await requireArea(args, "PREVIEW"));
}

export default function Preview() {
  const { rows, days, options, tomorrow, next, previous } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Preview" lead={previewTexts.lead} help={tutorialPath("music_schedule_preview")} />
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
        {next || previous ? <Pager from={1} to={rows.length} previousHref={previous} nextHref={next} /> : null}
      </Panel>
    </>
  );
}
