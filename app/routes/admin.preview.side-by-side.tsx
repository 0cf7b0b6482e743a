import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NoGroups } from "~/features/schedule/no-groups";
import { previewPath } from "~/features/schedule/paths";
import { PairChooser, TwinHours } from "~/features/schedule/side-by-side";
import { loadSideBySide } from "~/features/schedule/side-by-side.server";
import { sideBySideTexts } from "~/features/schedule/texts";
import { requireArea } from "~/lib/session/guard.server";
import { EmptyState } from "~/ui/frame/empty-state";
import { PageHead } from "~/ui/frame/page-head";
import { StatTiles } from "~/ui/frame/stat-tiles";

export const meta: MetaFunction = () => [{ title: `${sideBySideTexts.title} · Fever In-Store` }];

export async function loader(args: LoaderFunctionArgs) {
  return loadSideBySide(args.request, await requireArea(args, "PREVIEW"));
}

export default function DaysSideBySide() {
  const pair = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Preview", to: previewPath }]}
        title={sideBySideTexts.title}
        lead={sideBySideTexts.lead}
      />
      {pair ? (
        <>
          <PairChooser chooser={pair.chooser} />
          {pair.hours.length > 0 ? (
            <>
              <StatTiles label={sideBySideTexts.shares} tiles={pair.tiles} />
              <TwinHours days={pair.days} hours={pair.hours} />
            </>
          ) : (
            <EmptyState icon="clock" title="Closed">
              {sideBySideTexts.closed}
            </EmptyState>
          )}
        </>
      ) : (
        <NoGroups />
      )}
    </>
  );
}
