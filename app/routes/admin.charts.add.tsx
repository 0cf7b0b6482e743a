import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addChart, loadChartAdd } from "~/features/charts/chart-add.server";
import { ChartFields } from "~/features/charts/chart-fields";
import { requireCharts } from "~/features/charts/charts.server";
import { listOf } from "~/features/charts/paths";
import { chartFormTexts } from "~/features/charts/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";

export const meta: MetaFunction = () => [{ title: "Add chart · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadChartAdd(args, await requireCharts(args));
}

export async function action(args: ActionFunctionArgs) {
  return addChart(args, await requireCharts(args));
}

const whose = {
  popular: chartFormTexts.popular,
  custom: chartFormTexts.custom,
};

export default function AddChart() {
  const { kind, copied, constraints, values } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { counted } = useFigures();
  const list = listOf(kind);
  return (
    <>
      <PageHead
        crumbs={[{ label: "Charts", to: list }]}
        title={copied ? `Copy ${copied.name}` : `Add ${kind} chart`}
        lead={
          copied ? (
            <>
              {chartFormTexts.copy(
                kind,
                copied.songs === 1 ? "song" : counted(copied.songs, "song"),
              )}{" "}
              {whose[kind]} {chartFormTexts.copyStaysApart}{" "}
              {copied.otherTo ? (
                <TextLink to={copied.otherTo.to}>
                  {chartFormTexts.copyAs(copied.otherTo.kind)}
                </TextLink>
              ) : null}
            </>
          ) : (
            whose[kind]
          )
        }
        help={tutorialPath("music_chart_name")}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form key={copied?.path} fields={{ constraints, values, ...result?.fields }} keep>
          <ChartFields />
          <FormActions>
            <Button variant="primary">{copied ? "Make copy" : "Add chart"}</Button>
            <ButtonLink to={copied?.path ?? list}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
