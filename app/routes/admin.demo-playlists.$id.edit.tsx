import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeDemoPlaylist, DemoPlaylistForm } from "#contract/demo-playlists/endpoints";
import { DemoFields } from "~/features/demo-playlists/demo-form";
import {
  findDemo,
  loadDemoForm,
  requireDemo,
} from "~/features/demo-playlists/demo-playlists.server";
import { demosPath } from "~/features/demo-playlists/paths";
import { demoTexts } from "~/features/demo-playlists/texts";
import { readForm } from "~/lib/forms/forms.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.name ?? "demo playlist"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireDemo(args);
  const demo = await findDemo(at);
  return { name: demo.name, path: at.path, ...(await loadDemoForm(at.pageContext, demo)) };
}

export async function action(args: ActionFunctionArgs) {
  const { pageContext, id, path } = await requireDemo(args);
  const form = await readForm(args, DemoPlaylistForm, { ids: pageContext.ids });
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(changeDemoPlaylist, { body: { ...value, id } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(path);
}

export default function EditDemoPlaylist() {
  const { name, path, constraints, values, ...choices } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Demo playlists", to: demosPath },
          { label: name, to: path },
        ]}
        title={`Edit ${name}`}
        lead={demoTexts.editLead}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }} keep>
          <VersionField />
          <DemoFields {...choices} />
          <FormActions>
            <Button variant="primary">Save demo playlist</Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
