import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { NeighbourField } from "~/features/hierarchy/neighbour-field";
import { labelOf, treeTo } from "~/features/hierarchy/paths";
import { unitTexts } from "~/features/hierarchy/texts";
import { readOpen } from "~/features/hierarchy/tree.server";
import {
  loadUnitForm,
  openAt,
  readUnit,
  saveUnit,
  unitForm,
} from "~/features/hierarchy/unit-form.server";
import { useHistory } from "~/lib/audit/history";
import { readForm } from "~/lib/forms/forms.server";
import { requireArea } from "~/lib/session/guard.server";
import { FoundSelectField } from "~/ui/find-options";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { TextField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Hierarchy"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "HIERARCHY");
  return {
    ...(await loadUnitForm(args.request, pageContext)),
    backTo: treeTo(readOpen(args.request, pageContext)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "HIERARCHY");
  const { kind } = readUnit(args.request, pageContext);
  const form = await readForm(args.request, unitForm(kind), pageContext);
  const { saved, again } = await saveUnit(args.request, pageContext, form);
  if (again) return again;
  args.context.session.flash(
    "success",
    saved.isNew ? `${saved.name} added` : `${labelOf[saved.kind]} ${saved.name} saved`,
  );
  return redirect(treeTo(await openAt(pageContext, saved.kind, saved.at)));
}

export default function UnitPage() {
  const { title, isNew, kind, name, above, places, constraints, values, backTo } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { options } = places;
  const choices = above?.mayMove
    ? (result?.places ?? places)
    : { options: options.filter(({ value }) => value === values.above), find: null };
  return (
    <>
      <PageHead
        crumbs={[{ label: "Hierarchy", to: backTo }]}
        title={title}
        lead={isNew ? undefined : leads[kind]}
        history={useHistory(kind, useSearchParams()[0].get("id"))}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form key={name} fields={{ constraints, values, ...result?.fields }} keep>
          {isNew ? null : <VersionField />}
          <TextField name="name" label={`Name of the ${kind}`} autoComplete="off" />
          {above ? (
            <FoundSelectField
              what={`${above.label.toLowerCase()}s`}
              name="above"
              label={above.label}
              placeholder={isNew ? `Choose a ${above.label.toLowerCase()}` : undefined}
              hint={isNew ? undefined : above.mayMove ? unitTexts.moves : unitTexts.mayNotMove}
              choices={choices}
            />
          ) : null}
          {kind === "group" ? <NeighbourField /> : null}
          <FormActions>
            <Button variant="primary">{isNew ? `Add ${kind}` : "Save"}</Button>
            <ButtonLink to={backTo}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}

const leads = {
  region: unitTexts.region,
  zone: unitTexts.zone,
  group: unitTexts.group,
};
