import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AlertTabs } from "~/features/alerts/alert-list";
import { alertSettingsPath } from "~/features/alerts/paths";
import { SettingsFacts, SettingsForm } from "~/features/alerts/settings-form";
import { loadSettingsPage, saveSettings } from "~/features/alerts/settings-page.server";
import { alertSettingsTexts } from "~/features/alerts/texts";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { UnitTree } from "~/ui/unit-tree";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page ? `Alert settings: ${page.unit.name}` : "Alert settings"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadSettingsPage(args, await requireArea(args, "STORES"));
export const action = async (args: ActionFunctionArgs) =>
  saveSettings(args, await requireArea(args, "STORES"));

export default function AlertSettingsPage() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title={`Alert settings: ${page.unit.name}`}
        lead={alertSettingsTexts.lead}
        actions={
          <ButtonLink to="#units" className="lg:hidden">
            Choose another location
          </ButtonLink>
        }
      />
      <AlertTabs current={alertSettingsPath} maySet />
      <Failure failure={result?.failure} />
      <div className="grid items-start gap-4 lg:grid-cols-[300px_minmax(0,1fr)]">
        <div id="units" className="scroll-mt-16 max-lg:order-last">
          <Panel title="Locations">
            <UnitTree units={page.units} find={page.find} ownLabel="Own settings" />
          </Panel>
        </div>
        {page.unit.mayChange ? (
          <Panel title="Settings">
            <SettingsForm
              key={`${page.to} ${JSON.stringify(page.values)}`}
              page={page}
              fields={{ constraints: page.constraints, values: page.values, ...result?.fields }}
            />
          </Panel>
        ) : (
          <SettingsFacts holding={page.holding} />
        )}
      </div>
    </>
  );
}
