import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { requireBilling } from "~/features/billing/invoices.server";
import { billingSettingsPath } from "~/features/billing/paths";
import { loadBillingSettings, saveBillingSettings } from "~/features/billing/settings.server";
import { BillingSettingsFields } from "~/features/billing/settings-form";
import { SignaturePanel } from "~/features/billing/signature";
import { settingsTexts } from "~/features/billing/texts";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Billing settings · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadBillingSettings(await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  saveBillingSettings(args, await requireBilling(args));

export default function BillingSettingsPage() {
  const { constraints, values, isMissing, signature, signatureRemoval } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const fieldsOf = (form: string) => (result?.form === form ? result.fields : {});
  return (
    <>
      <PageHead title="Billing settings" lead={settingsTexts.lead} />
      <BillingTabs current={billingSettingsPath} />
      <Failure failure={result?.failure} />
      {isMissing ? (
        <p role="status" className="mb-4 rounded-lg bg-warn-tint px-4 py-3 font-medium text-warn">
          {settingsTexts.missing}
        </p>
      ) : null}
      <Panel>
        <BillingSettingsFields
          key={values.version}
          fields={{ constraints, values, ...fieldsOf("form") }}
        />
      </Panel>
      {isMissing ? null : (
        <SignaturePanel
          signature={signature}
          removal={signatureRemoval}
          fields={fieldsOf("signature")}
        />
      )}
    </>
  );
}
