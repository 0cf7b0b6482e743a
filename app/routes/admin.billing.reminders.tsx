import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { requireBilling } from "~/features/billing/invoices.server";
import { remindersPath } from "~/features/billing/paths";
import { DueReminders, ReminderSettings } from "~/features/billing/reminder-panels";
import { loadReminders, saveReminderSettings } from "~/features/billing/reminders.server";
import { reminderTexts } from "~/features/billing/texts";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Reminders · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) => loadReminders(await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  saveReminderSettings(args, await requireBilling(args));

export default function Reminders() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { constraints, values } = data;
  return (
    <>
      <PageHead title="Reminders" lead={reminderTexts.lead} />
      <BillingTabs current={remindersPath} />
      <Failure failure={result?.failure} />
      <DueReminders {...data} />
      <ReminderSettings key={values.version} fields={{ constraints, values, ...result?.fields }} />
    </>
  );
}
