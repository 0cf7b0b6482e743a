import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChangedDays } from "~/features/schedule/changed-days";
import { previewPath } from "~/features/schedule/paths";
import { loadPublishDays, publishChosenDays } from "~/features/schedule/publish-days.server";
import { PublishProgress, StepField } from "~/features/schedule/publish-progress";
import { PublishQuestion } from "~/features/schedule/publish-question";
import { publishTexts } from "~/features/schedule/texts";
import { requireArea } from "~/lib/session/guard.server";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Failure } from "~/ui/frame/failure";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { Facts } from "~/ui/frame/panel";
import { DateField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: "Publish days · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadPublishDays(args, await requireArea(args, "MUSIC_SCHEDULE"));
export const action = async (args: ActionFunctionArgs) =>
  publishChosenDays(args, await requireArea(args, "MUSIC_SCHEDULE"));

export default function PublishDaysPage() {
  const { changes, groups, values, constraints, backTo } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { counted } = useFigures();
  if (result && "progress" in result) return <PublishProgress {...result} backTo={backTo} />;
  if (result && "question" in result) return <PublishQuestion {...result} backTo={backTo} />;
  if (changes) return <ChangedDays changes={changes} backTo={backTo} />;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Preview", to: previewPath }]}
        title="Publish days"
        lead={publishTexts.manyLead}
      />
      <Failure failure={result?.failure} />
      {groups ? (
        <Form fields={{ constraints, values, ...result?.fields }}>
          <StepField />
          <Facts facts={[{ term: counted(groups.count, "group"), value: groups.names }]} />
          <p className="text-sm text-ink-3">{publishTexts.chooseGroups}</p>
          <TwoColumns>
            <DateField playlist name="from" label="From" />
            <DateField playlist name="to" label="To" />
          </TwoColumns>
          <FormActions>
            <Button variant="primary">Publish days</Button>
            <ButtonLink to={backTo}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      ) : (
        <EmptyState
          icon="schedule"
          title="No List Found"
          action={<ButtonLink to={previewPath}>Open the list</ButtonLink>}
        >
          {publishTexts.noGroupFound}
        </EmptyState>
      )}
    </>
  );
}
