import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeAdSettings, checkAdSettings } from "#contract/ads/settings";
import { AdsTabs } from "~/features/ads/ads-tabs";
import { adSettingsPath } from "~/features/ads/paths";
import { HourTable, SettingsFacts, SettingsForm } from "~/features/ads/settings-form";
import {
  type CheckWords,
  checkWords,
  loadSettingsPage,
  PostedSettings,
  readSettingsAddress,
} from "~/features/ads/settings-page.server";
import { adSettingsTexts } from "~/features/ads/settings-words";
import { tutorialPath } from "~/features/tutorials/paths";
import { type FormResult, readForm } from "~/lib/forms/forms.server";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { UnitTree } from "~/ui/unit-tree";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page ? `Ad settings: ${page.unit.name}` : "Ad settings"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadSettingsPage(args, await requireArea(args, "NON_MUSIC"));

/**
 * Saves settings that affect nothing on sale. Otherwise shows the effects, and saves once exactly
 * those were confirmed.
 */
export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "NON_MUSIC");
  const { api, ids } = pageContext;
  const form = await readForm(args.request, PostedSettings, { ids });
  if (!form.value) return form.refused();
  const body = { ...form.value, ...readSettingsAddress(args.request, pageContext).unit };
  const checked = await form.submit(() => api.call(checkAdSettings, { body }));
  if (checked.refused) return checked.refused;
  const check = checkWords(checked.reply.data, pageContext);
  const press = form.posted.get("_do");
  const isConfirmed =
    form.posted.get("_checked") === check.mark && press === (check.below ? "make-good" : "confirm");
  if (checked.reply.data.stores > 0 && !isConfirmed)
    return data({ fields: { values: form.values }, check });
  const { refused } = await form.submit(() =>
    api.call(changeAdSettings, {
      body: { ...body, belowSold: press === "make-good" ? "MAKE_GOOD" : "REFUSE" },
    }),
  );
  if (refused) return refused;
  args.context.session.flash("success", adSettingsTexts.saved);
  return redirect(
    new URL(args.request.url).pathname.replace(/\.data$/, "") + new URL(args.request.url).search,
  );
}

export default function AdSettingsPage() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<Partial<FormResult> & { check?: CheckWords }>();
  const { unit, conflicts } = page;
  return (
    <>
      <PageHead
        title={`Ad settings: ${unit.name}`}
        lead={adSettingsTexts.lead}
        help={tutorialPath("ad_duration")}
        actions={
          <ButtonLink to="#units" className="lg:hidden">
            Choose another location
          </ButtonLink>
        }
      />
      <AdsTabs current={adSettingsPath} />
      <Failure failure={result?.failure} />
      {conflicts.total > 0 ? (
        <Panel
          title={`${adSettingsTexts.conflicts}: ${conflicts.words}`}
          lead={adSettingsTexts.conflictsLead}
        >
          <HourTable caption={adSettingsTexts.conflicts} rows={conflicts.rows} />
        </Panel>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-[300px_minmax(0,1fr)]">
        <div id="units" className="scroll-mt-16 max-lg:order-last">
          <Panel title="Locations">
            <UnitTree units={page.units} find={page.find} ownLabel="Own settings" />
          </Panel>
        </div>
        {unit.mayChange ? (
          <Panel title="Settings">
            <SettingsForm
              key={`${page.to} ${JSON.stringify(page.values)}`}
              page={page}
              fields={{ constraints: page.constraints, values: page.values, ...result?.fields }}
              check={result?.check}
            />
          </Panel>
        ) : (
          <SettingsFacts facts={page.facts} />
        )}
      </div>
    </>
  );
}
