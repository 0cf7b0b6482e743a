import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listDemoPlaylists } from "#contract/demo-playlists/endpoints";
import { DemoList } from "~/features/demo-playlists/demo-list";
import { requireDemos, shownDemo } from "~/features/demo-playlists/demo-playlists.server";
import { demoAddPath, publicDemosPath } from "~/features/demo-playlists/paths";
import { demoTexts } from "~/features/demo-playlists/texts";
import { load } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Demo playlists · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireDemos(args);
  const { data: demos } = await load(() => pageContext.api.call(listDemoPlaylists, {}));
  return { rows: demos.map((demo) => shownDemo(demo, pageContext)) };
}

export default function DemoPlaylists() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Demo playlists"
        lead={demoTexts.lead}
        actions={
          <>
            <ButtonLink to={publicDemosPath} icon="external" reloadDocument>
              Open public page
            </ButtonLink>
            <ButtonLink to={demoAddPath} variant="primary">
              Add demo playlist
            </ButtonLink>
          </>
        }
      />
      <DemoList rows={rows} />
    </>
  );
}
