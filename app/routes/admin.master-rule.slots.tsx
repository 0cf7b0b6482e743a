import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeTimeSlots, TimeSlotForm } from "#contract/schedule/time-slots";
import { masterRulePath, timeSlotsPath } from "~/features/schedule/paths";
import { editSlots } from "~/features/schedule/slot-lines";
import { SlotsForm, WeekPanel } from "~/features/schedule/slots-form";
import { loadSlotsPage, reviewOf, type SlotReview, slotsToSend } from "~/features/schedule/slots-page.server";
import { timeSlotTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { constraintsOf, type FormResult, readForm } from "~/lib/forms.server";
import { requireArea } from "~/lib/guard.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Time slots · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadSlotsPage(await requireArea(args, "MASTER_RULE"))), constraints: constraintsOf(TimeSlotForm) };
}

/** Saves the slots: at once where nothing else changes by that, else when the person has seen what does. Its own buttons add and remove lines. */
export async function action(args: ActionFunctionArgs) {
  const { api, ids, figures } = await requireArea(args, "MASTER_RULE");
  const form = await readForm(args.request, TimeSlotForm, { ids });
  const edited = editSlots(form.values, String(form.posted.get("_do")));
  if (edited) return data({ fields: { values: edited } });
  if (!form.value) return form.refused();
  const sent = slotsToSend(form.value);
  const checked = await form.submit(() => api.call(changeTimeSlots, { body: { ...sent, dryRun: true } }));
  if (checked.refused) return checked.refused;
  const review = reviewOf(sent, checked.reply.data.effects, figures);
  if (review && form.posted.get("_seen") !== review.seen) return data({ fields: { values: form.values }, review });
  const { refused } = await form.submit(() => api.call(changeTimeSlots, { body: sent }));
  if (refused) return refused;
  args.context.session.flash("success", timeSlotTexts.saved);
  return redirect(timeSlotsPath);
}

export default function TimeSlotsPage() {
  const { mayChange, values, constraints, slots, drawn } = useLoaderData<typeof loader>();
  const result = useActionData<Partial<FormResult> & { review?: SlotReview }>();
  const fields = { constraints, values, ...result?.fields };
  return (
    <>
      <PageHead
        crumbs={[{ label: "Master rule", to: masterRulePath }]}
        title="Time slots"
        lead={mayChange ? timeSlotTexts.lead : timeSlotTexts.readOnly}
        help={tutorialPath("master_rule")}
      />
      <Failure failure={result?.failure} />
      {mayChange ? (
        <SlotsForm key={JSON.stringify(fields.values)} fields={fields} slots={slots} review={result?.review ?? null} />
      ) : (
        <WeekPanel slots={drawn} />
      )}
    </>
  );
}
