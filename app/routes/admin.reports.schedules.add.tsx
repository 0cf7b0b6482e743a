import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reportsPath } from "~/features/reports/paths";
import { ScheduleFields } from "~/features/reports/schedule-fields";
import { loadNewSchedule, saveNewSchedule } from "~/features/reports/schedules.server";
import { scheduleTexts } from "~/features/reports/texts";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Email ${data?.report ?? "a report"} · Fever In-Store` },
];

export const loader = (args: LoaderFunctionArgs) => loadNewSchedule(args);
export const action = (args: ActionFunctionArgs) => saveNewSchedule(args);

export default function AddSchedule() {
  const { report, backTo, constraints, values, ...choices } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Reports", to: reportsPath },
          { label: report, to: backTo },
        ]}
        title="Email this report"
        lead={scheduleTexts.addLead}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }}>
          <ScheduleFields {...choices} />
          <FormActions>
            <Button variant="primary">Email this report</Button>
            <ButtonLink to={backTo}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
