import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  changePublishSettings,
  PublishSettingsForm,
  publishSettings,
} from "#contract/schedule/publishing";
import { previewPath } from "~/features/schedule/paths";
import { publishTexts } from "~/features/schedule/texts";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, requireArea } from "~/lib/session/guard.server";
import { CheckboxField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { TimeField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction = () => [{ title: "Publishing settings · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "MUSIC_SCHEDULE");
  const { data: settings } = await load(() => api.call(publishSettings, {}));
  if (!settings.mayChange) throw redirect(previewPath);
  const { publishAt, version } = settings;
  const values = {
    publishAt,
    version: String(version),
    ...(settings.needsApproval && { needsApproval: "on" }),
  };
  return { values, timeZone: settings.timeZone, constraints: constraintsOf(PublishSettingsForm) };
}

export async function action(args: ActionFunctionArgs) {
  const { api } = await requireArea(args, "MUSIC_SCHEDULE");
  const form = await readForm(args.request, PublishSettingsForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(changePublishSettings, { body: value }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(previewPath);
}

export default function PublishSettingsPage() {
  const { values, timeZone, constraints } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Preview", to: previewPath }]}
        title="Publishing settings"
        lead={publishTexts.lead}
      />
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values, ...result?.fields }} keep>
        <VersionField />
        <TimeField
          name="publishAt"
          label="Publish at"
          hint={publishTexts.publishAt(timeZone)}
          className="max-w-[400px]"
        />
        <CheckboxField
          name="needsApproval"
          label={publishTexts.needsApproval}
          hint={publishTexts.approvalHint}
        />
        <FormActions>
          <Button variant="primary">Save settings</Button>
          <ButtonLink to={previewPath}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
