import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addSteps, stepLabels, stepList } from "~/features/stores/add-steps";
import { storesPath } from "~/features/stores/paths";
import { actOnAddStep, loadAddStep } from "~/features/stores/store-add.server";
import { StoreStep } from "~/features/stores/store-steps";
import { storeAddTexts } from "~/features/stores/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { requireArea } from "~/lib/session/guard.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Steps } from "~/ui/steps";

export const meta: MetaFunction = () => [{ title: "Add store · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadAddStep(args, await requireArea(args, "STORES"));
}

export async function action(args: ActionFunctionArgs) {
  return actOnAddStep(args, await requireArea(args, "STORES"));
}

export default function AddStore() {
  const { constraints, values, ...page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  // a refusal of the last step is shown on the step of its first error
  const step = result?.step ?? page.step;
  const fields = step === "check" ? {} : { constraints: constraints[step], values: values[step] };
  const { onboarding } = page;
  return (
    <>
      <PageHead
        crumbs={onboarding ? [] : [{ label: "Stores", to: storesPath }]}
        title={onboarding ? "Add your first store" : "Add store"}
        help={tutorialPath("add_store")}
        lead={onboarding ? storeAddTexts.first : storeAddTexts.step(stepLabels[step])}
      />
      <Steps current={addSteps.indexOf(step)} steps={stepList()} />
      <Failure failure={result?.failure} />
      <StoreStep {...page} step={step} fields={{ ...fields, ...result?.fields }} />
    </>
  );
}
