import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDemoPlaylist, DemoPlaylistBody } from "#contract/demo-playlists/endpoints";
import { DemoFields } from "~/features/demo-playlists/demo-form";
import { loadDemoForm, requireDemos } from "~/features/demo-playlists/demo-playlists.server";
import { demoPath, demoPickerPath, demosPath } from "~/features/demo-playlists/paths";
import { demoTexts } from "~/features/demo-playlists/texts";
import { readForm } from "~/lib/forms/forms.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Add demo playlist · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) => loadDemoForm(await requireDemos(args));

/** Adds the demo playlist and leads to its songs. */
export async function action(args: ActionFunctionArgs) {
  const { api, ids } = await requireDemos(args);
  const form = await readForm(args, DemoPlaylistBody, { ids });
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() => api.call(addDemoPlaylist, { body: value }));
  if (refused) return refused;
  args.context.session.flash("success", demoTexts.added(value.name));
  return redirect(demoPickerPath(demoPath(ids.encrypt("demo", reply.data.id))));
}

export default function AddDemoPlaylist() {
  const { constraints, values, ...choices } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Demo playlists", to: demosPath }]}
        title="Add demo playlist"
        lead={demoTexts.addLead}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }} keep>
          <DemoFields {...choices} />
          <FormActions>
            <Button variant="primary">Add demo playlist</Button>
            <ButtonLink to={demosPath}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
