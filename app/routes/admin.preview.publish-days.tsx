import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDays } from "#contract/base/dates";
import { PublishDays, publishDays } from "#contract/schedule/publishing";
import { loadGroups, noGroup } from "~/features/schedule/coming-days.server";
import { previewPath } from "~/features/schedule/paths";
import { publishTexts } from "~/features/schedule/texts";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { requireArea } from "~/lib/guard.server";
import { MultiSelectField } from "~/ui/choice-field";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { DateField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: "Publish days · Fever In-Store" }];

const PublishForm = PublishDays.omit({ ungrouped: true }).extend({
  groupIds: PublishDays.shape.groupIds.unwrap().min(1, publishTexts.noGroup),
});
const daysOffered = 7;

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireArea(args, "MUSIC_SCHEDULE");
  const { options, today, tomorrow } = await loadGroups(guarded, {
    cursor: new URL(args.request.url).searchParams.get("cursor") ?? undefined,
  });
  const values = { groupIds: options.map(({ value }) => value), from: tomorrow, to: addDays(today, daysOffered) };
  return { options, values, constraints: constraintsOf(PublishForm) };
}

export async function action(args: ActionFunctionArgs) {
  const { api, ids } = await requireArea(args, "MUSIC_SCHEDULE");
  const form = await readForm(args.request, PublishForm, { ids });
  const { value } = form;
  if (!value) return form.refused();
  const { groupIds, ...days } = value;
  const body = { ...days, groupIds: groupIds.filter((id) => id !== noGroup), ungrouped: groupIds.includes(noGroup) };
  const { reply, refused } = await form.submit(() => api.call(publishDays, { body }));
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(previewPath);
}

export default function PublishDaysPage() {
  const { options, values, constraints } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead crumbs={[{ label: "Preview", to: previewPath }]} title="Publish days" lead={publishTexts.manyLead} />
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values, ...result?.fields }}>
        <TwoColumns>
          <DateField name="from" label="From" />
          <DateField name="to" label="To" />
        </TwoColumns>
        <MultiSelectField name="groupIds" label="Groups" hint={publishTexts.groups} options={options} columns={2} />
        <FormActions>
          <Button variant="primary">Publish days</Button>
          <ButtonLink to={previewPath}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
