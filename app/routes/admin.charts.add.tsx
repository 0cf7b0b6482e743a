import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChartForm } from "#contract/charts";
import { messages } from "#contract/messages";
import { ChartFields } from "~/features/charts/chart-fields";
import { chartsPath } from "~/features/charts/chart-paths";
import { callsOf, mayAdd, requireCharts } from "~/features/charts/charts.server";
import { withMembers } from "~/lib/address";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { Button, ButtonLink } from "~/ui/button";
import { Failure } from "~/ui/failure";
import { Form, FormActions } from "~/ui/form";
import { PageHead } from "~/ui/page-head";
import { Panel } from "~/ui/panel";

export const meta: MetaFunction = () => [{ title: "Add chart · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { guarded, kind } = await requireCharts(args);
  if (!mayAdd(guarded, kind)) throw data({ message: messages.notAllowed }, { status: 403 });
  return { kind, constraints: constraintsOf(ChartForm), values: { display: "bar" } };
}

export async function action(args: ActionFunctionArgs) {
  const { guarded, kind } = await requireCharts(args);
  const form = await readForm(args.request, ChartForm);
  const { value } = form;
  if (!value) return form.refused();
  const { done, refused } = await form.submit(() => guarded.api.call(callsOf[kind].add, { body: value }));
  if (refused) return refused;
  args.context.session.flash("success", `${value.chartName} added. Now its songs.`);
  return redirect(`${chartsPath}/${kind}/${guarded.ids.encrypt("chart", done.data.id)}/add?status=active`);
}

export default function AddChart() {
  const { kind, constraints, values } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const list = withMembers(chartsPath, { kind: kind === "custom" ? kind : undefined });
  return (
    <>
      <PageHead
        crumbs={[{ label: "Charts", to: list }]}
        title={`Add ${kind} chart`}
        lead={kind === "popular" ? "Every company may put it into its rules." : "Only this company sees it."}
        help="/admin/tutorials/music_chart_name"
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }}>
          <ChartFields />
          <FormActions>
            <Button variant="primary">Add chart</Button>
            <ButtonLink to={list}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
