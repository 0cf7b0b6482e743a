import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addStorePlayer, findStore } from "#contract/stores/endpoints";
import { PlayerForm } from "#contract/stores/form";
import { generatedUsername } from "#contract/users/generated-username";
import { NewPasswordField } from "~/features/session/new-password-fields";
import { storePath, storesPath } from "~/features/stores/paths";
import { playerAccountTexts } from "~/features/stores/texts";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, requireArea } from "~/lib/session/guard.server";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { TextField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: "Add player account · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { api, ids } = await requireArea(args, "STORES");
  const { data: store } = await load(() =>
    api.call(findStore, { query: { id: ids.decrypt("store", args.params.id) } }),
  );
  return {
    name: store.storeName,
    detail: storePath(ids.encrypt("store", store.id)),
    constraints: constraintsOf(PlayerForm),
    values: { username: generatedUsername(store.storeName, Date.now()) },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { api, ids } = await requireArea(args, "STORES");
  const storeId = ids.decrypt("store", args.params.id);
  const form = await readForm(args.request, PlayerForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(addStorePlayer, { body: { storeId, ...value } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(storePath(args.params.id ?? ""));
}

export default function AddPlayer() {
  const { name, detail, constraints, values } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Stores", to: storesPath },
          { label: name, to: detail },
        ]}
        title="Add player account"
        lead={playerAccountTexts.onlyPlays(name)}
      />
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values, ...result?.fields }} keep>
        <TwoColumns>
          <TextField
            name="username"
            label="Username"
            hint="A suggestion, without spaces"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
          />
          <NewPasswordField label="Password" />
        </TwoColumns>
        <FormActions>
          <Button variant="primary">Add player account</Button>
          <ButtonLink to={detail}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
