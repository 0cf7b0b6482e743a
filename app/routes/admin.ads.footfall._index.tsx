import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { footfallOverview } from "#contract/ads/footfall";
import { footfallFacts, footfallTexts as texts } from "~/features/ads/footfall-words";
import { adsPath, footfallImportPath } from "~/features/ads/paths";
import { load, requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Footfall · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { api, figures } = await requireArea(args, "NON_MUSIC");
  const { data } = await load(() => api.call(footfallOverview, { query: {} }));
  return { facts: footfallFacts(data, figures) };
}

export default function Footfall() {
  const { facts } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Ads", to: adsPath }]}
        title="Footfall"
        lead={texts.lead}
        actions={
          <ButtonLink to={footfallImportPath} variant="primary" icon="upload">
            Import footfall
          </ButtonLink>
        }
      />
      <Panel>
        <Facts facts={facts} />
        <p className="mt-5 max-w-form">{texts.how}</p>
        <p className="mt-2 text-sm text-ink-3">{texts.api}</p>
      </Panel>
    </>
  );
}
