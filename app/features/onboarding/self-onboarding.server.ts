import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { timeZones } from "#contract/base/time-zones";
import {
  addSelfOnboarding,
  SelfOnboardingForm,
  selfOnboardingSteps,
} from "#contract/onboarding/endpoints";
import { apiFor } from "~/lib/api/platform.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import type { Values } from "~/lib/forms/public-form-drafts.server";
import {
  discard,
  isTrapped,
  leaveForLater,
  readKept,
  refuseHaste,
  tooLongToKeep,
  typedOf,
  wishOf,
} from "./public-form.server";

const page = "/self-onboarding";
const stepAt = (step: number) => `${page}?step=${step}`;
const schemaOf = (step: number) => selfOnboardingSteps[step - 1] ?? selfOnboardingSteps[0];

/** Reads the step in the address, 1 to 3; undefined if there is none. */
function stepOf(request: Request): number | undefined {
  const text = new URL(request.url).searchParams.get("step") ?? "";
  return /^[123]$/.test(text) ? Number(text) : undefined;
}

/** Finds the first step that is not filled in; the last one if all are. */
async function firstOpenStep(url: string, values: Values): Promise<number> {
  for (const [i, schema] of selfOnboardingSteps.entries())
    if (!(await readKept(url, typedOf(values, schema), schema)).value) return i + 1;
  return selfOnboardingSteps.length;
}

/**
 * Loads a step of the form with what this browser stored, by default the first unfinished one. A
 * step does not open before the steps in front of it are filled in.
 */
export async function loadSelfOnboarding({ request, context }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has("sent");
  const storedValues = context.publicFormDrafts.of(page);
  const open = await firstOpenStep(request.url, storedValues ?? {});
  const step = stepOf(request) ?? open;
  if (!isSent && step > open) throw redirect(stepAt(open));
  return {
    isSent,
    step,
    waits: storedValues !== undefined,
    constraints: constraintsOf(schemaOf(step)),
    values: { timeZone: timeZones[0] ?? "", ...storedValues },
    zones: step === 2 ? [...timeZones] : [],
    madeAt: context.visitorForms.issue(),
  };
}

/** Stores what was typed in a step, forward, back or away; the last step sends all steps. */
export async function saveSelfOnboarding({ request, context }: ActionFunctionArgs) {
  const { publicFormDrafts } = context;
  const step = stepOf(request) ?? 1;
  const schema = schemaOf(step);
  const form = await readForm(request, schema);
  const wish = wishOf(form.posted);
  if (wish === "discard") return discard(context, page);
  const others = Object.entries(publicFormDrafts.of(page) ?? {}).filter(
    ([name]) => !(name in schema.shape),
  );
  const all = { ...Object.fromEntries(others), ...typedOf(form.values, schema) };
  if (!publicFormDrafts.keep(page, all)) return form.refusedFor(tooLongToKeep);
  if (wish === "back") return redirect(stepAt(Math.max(1, step - 1)));
  if (wish === "later") return leaveForLater(context, stepAt(step));
  if (!form.value) return form.refused();
  if (step < selfOnboardingSteps.length) return redirect(stepAt(step + 1));
  const { value } = await readKept(request.url, all, SelfOnboardingForm);
  if (!value) return redirect(stepAt(await firstOpenStep(request.url, all)));
  const hasty = refuseHaste(form, context);
  if (hasty) return hasty;
  const { refused } = await form.submit(() =>
    apiFor(context, request).call(addSelfOnboarding, {
      body: Object.assign({ isSuspect: isTrapped(form.posted) }, value),
    }),
  );
  if (refused) return refused;
  publicFormDrafts.drop(page);
  return redirect(`${page}?sent`);
}
