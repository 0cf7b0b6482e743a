import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reportsPath, schedulesPath } from "~/features/reports/paths";
import { ScheduleFields } from "~/features/reports/schedule-fields";
import { loadScheduleForm, saveSchedule } from "~/features/reports/schedule-form.server";
import { requireReports } from "~/features/reports/schedules.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.name ?? "scheduled report"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadScheduleForm(args, await requireReports(args));
export const action = async (args: ActionFunctionArgs) =>
  saveSchedule(args, await requireReports(args));

export default function EditSchedule() {
  const { name, path, report, constraints, values, ...choices } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Reports", to: reportsPath },
          { label: "Scheduled reports", to: schedulesPath },
          { label: name, to: path },
        ]}
        title={`Edit ${name}`}
        lead={report}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }}>
          <ScheduleFields {...choices} />
          <FormActions>
            <Button variant="primary">Save scheduled report</Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
