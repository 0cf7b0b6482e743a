import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import * as field from "#contract/base/fields";
import { ChartForm, setChartLogo } from "#contract/charts/endpoints";
import { ChartFields } from "~/features/charts/chart-fields";
import { callsOf, loadOwnChart, requireChart } from "~/features/charts/charts.server";
import { chartConfirmations } from "~/features/charts/confirmations.server";
import { chartEditPath, listOf } from "~/features/charts/paths";
import { chartFormTexts } from "~/features/charts/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { imageUrl } from "~/lib/images/image-url.server";
import { CurrentFile, FileField } from "~/ui/file-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.name ?? "chart"} · Fever In-Store` },
];

const Posted = ChartForm.extend({ version: field.version.optional() });

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireChart(args);
  const chart = await loadOwnChart(at);
  const { chartName: name, description, display, version, rules, logoFileId } = chart;
  const values = {
    chartName: name,
    description: description ?? "",
    display,
    version: String(version),
  };
  return {
    kind: at.kind,
    name,
    path: at.path,
    logo: imageUrl(args.context, logoFileId),
    logoRemoval: chartConfirmations.linkTo(
      "remove-logo",
      { kind: at.kind, id: at.id, path: at.path, name, rules },
      at,
    ),
    constraints: constraintsOf(ChartForm),
    values,
  };
}

/** Saves the form of the chart or that of its logo. */
export async function action(args: ActionFunctionArgs) {
  const { pageContext, kind, id, path } = await requireChart(args);
  const { api } = pageContext;
  if (args.context.posted?.form === "logo") {
    const form = await readForm(args, z.object({}));
    const query = { kind, id };
    const { reply, refused } = await form.submit(
      () => api.call(setChartLogo, { query, files: form.files("logo") }),
      { file: "logo" },
    );
    if (refused) return refused;
    args.context.session.flash("success", reply.message);
    return redirect(chartEditPath(path));
  }
  const form = await readForm(args.request, Posted);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(callsOf[kind].change, { body: { ...value, id } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(path);
}

export default function EditChart() {
  const { kind, name, path, logo, logoRemoval, constraints, values } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const fieldsOf = (form: string) => (result?.form === form ? result.fields : {});
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Charts", to: listOf(kind) },
          { label: name, to: path },
        ]}
        title={`Edit ${name}`}
        lead={chartFormTexts.rename}
        help={tutorialPath("music_chart_name")}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...fieldsOf("form") }} keep>
          <VersionField />
          <ChartFields />
          <FormActions>
            <Button variant="primary">Save chart</Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
      <Panel title="Logo" lead={chartFormTexts.logo}>
        {logo ? (
          <div className="mb-4 max-w-form">
            <CurrentFile name="The logo now" src={logo}>
              <ConfirmLink {...logoRemoval} small icon="trash" />
            </CurrentFile>
          </div>
        ) : null}
        <Form id="logo" multipart fields={fieldsOf("logo")}>
          <FileField name="logo" label={logo ? "Another logo" : "Logo file"} kind="image" />
          <div>
            <Button icon="upload">Upload logo</Button>
          </div>
        </Form>
      </Panel>
    </>
  );
}
