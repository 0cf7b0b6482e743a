import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reportsPath, schedulesPath } from "~/features/reports/paths";
import { RecipientFields } from "~/features/reports/recipient-panels";
import { recipientTexts } from "~/features/reports/recipient-texts";
import { loadRecipientsForm, saveRecipients } from "~/features/reports/recipients.server";
import { requireReports } from "~/features/reports/schedules.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Recipients of ${data?.name ?? "a scheduled report"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadRecipientsForm(args, await requireReports(args));
export const action = async (args: ActionFunctionArgs) =>
  saveRecipients(args, await requireReports(args));

export default function ReportRecipients() {
  const { name, path, constraints, values, choices } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Reports", to: reportsPath },
          { label: "Scheduled reports", to: schedulesPath },
          { label: name, to: path },
        ]}
        title="Recipients"
        lead={recipientTexts.lead}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }}>
          <RecipientFields {...(result?.choices ?? choices)} />
          <FormActions>
            <Button variant="primary">Save recipients</Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
