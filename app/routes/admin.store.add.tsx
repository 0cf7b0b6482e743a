import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { groupsForMe } from "#contract/hierarchy";
import { addStore, StoreForm } from "#contract/stores";
import { timeZones } from "#contract/time-zones";
import { StoreFields } from "~/features/stores/store-fields";
import { findCompanies, zoneOf } from "~/lib/company.server";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { load, requireArea } from "~/lib/guard.server";
import { homePath } from "~/lib/home";
import { Button, ButtonLink } from "~/ui/button";
import { Failure } from "~/ui/failure";
import { Form, FormActions } from "~/ui/form";
import { PageHead } from "~/ui/page-head";
import { Steps } from "~/ui/steps";

export const meta: MetaFunction = () => [{ title: "Add store · Fever In-Store" }];

const kinds = { groupId: "group" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireArea(args, "STORES");
  const { api, ids, user } = guarded;
  const [{ data }, { company }] = await load(() => Promise.all([api.call(groupsForMe, {}), findCompanies(args.context, guarded)]));
  return {
    constraints: constraintsOf(StoreForm),
    values: { timeZone: zoneOf(company), opens: "10:00", closes: "22:00", volume: "60" },
    groups: data.map(({ id, groupName }) => ({ value: ids.encrypt("group", id), label: groupName })),
    zones: [...timeZones],
    onboarding: homePath(user) === "/admin/store/add",
  };
}

export async function action(args: ActionFunctionArgs) {
  const { api, ids } = await requireArea(args, "STORES");
  const form = await readForm(args.request, StoreForm, { ids: { kinds, identifiers: ids } });
  const { value } = form;
  if (!value) return form.refused();
  const { done, refused } = await form.submit(() => api.call(addStore, { body: value }));
  if (refused) return refused;
  args.context.session.flash("success", `${done.data.storeName} added`);
  return redirect("/admin/stores");
}

export default function AddStore() {
  const { constraints, values, groups, zones, onboarding } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={onboarding ? [] : [{ label: "Stores", to: "/admin/stores" }]}
        title={onboarding ? "Add your first store" : "Add store"}
        lead={
          onboarding
            ? "Step 2 of 2. Music plays as soon as its player is signed in."
            : "Where it is, when it is open, and how loud it plays."
        }
      />
      {onboarding ? <Steps current={1} steps={[{ label: "Company", to: "/admin/company/edit" }, { label: "First store" }]} /> : null}
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values, ...result?.fields }} keep>
        <StoreFields groups={groups} zones={zones} />
        <FormActions>
          <Button variant="primary">Add store</Button>
          {onboarding ? null : <ButtonLink to="/admin/stores">Cancel</ButtonLink>}
        </FormActions>
      </Form>
    </>
  );
}
