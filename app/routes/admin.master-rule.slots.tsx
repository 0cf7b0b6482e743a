import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeTimeSlots, TimeSlotForm } from "#contract/schedule/time-slots";
import { ChangesNotice } from "~/features/schedule/changed-days";
import { loadChangesNotice } from "~/features/schedule/changed-days.server";
import { timeSlotsPath } from "~/features/schedule/paths";
import { timeSlotTexts } from "~/features/schedule/rule-texts";
import { editSlots } from "~/features/schedule/slot-lines";
import { SlotsForm, WeekPanel } from "~/features/schedule/slots-form";
import {
  loadSlotsPage,
  readVariant,
  reviewOf,
  ruleToOf,
  type SlotReview,
  slotsToSend,
} from "~/features/schedule/slots-page.server";
import { tutorialPath } from "~/features/tutorials/paths";
import { constraintsOf, type FormResult, readForm } from "~/lib/forms/forms.server";
import { requireArea } from "~/lib/session/guard.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Time slots · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MASTER_RULE");
  const [page, changes] = await Promise.all([
    loadSlotsPage(args.request, pageContext),
    loadChangesNotice(args, pageContext),
  ]);
  return { ...page, changes, constraints: constraintsOf(TimeSlotForm) };
}

/**
 * Saves the slots: at once if that affects nothing else, otherwise after the person has seen the
 * effects. The form's own buttons add and remove lines. A slot for some days leads on to its rule.
 */
export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "MASTER_RULE");
  const { api, ids, figures } = pageContext;
  const form = await readForm(args.request, TimeSlotForm, { ids });
  const edited = editSlots(form.values, String(form.posted.get("_do")));
  if (edited) return data({ fields: { values: edited } });
  if (!form.value) return form.refused();
  const change = slotsToSend(form.value);
  const checked = await form.submit(() =>
    api.call(changeTimeSlots, { body: { ...change, dryRun: true } }),
  );
  if (checked.refused) return checked.refused;
  const review = reviewOf(change, checked.reply.data.effects, figures);
  if (review && form.posted.get("_seen") !== review.digest)
    return data({ fields: { values: form.values }, review });
  const { reply, refused } = await form.submit(() => api.call(changeTimeSlots, { body: change }));
  if (refused) return refused;
  args.context.session.flash("success", timeSlotTexts.saved);
  const variantOf = readVariant(args.request, pageContext);
  const variant = change.slots.find(
    ({ rulesFromId }) => rulesFromId !== undefined && rulesFromId === variantOf,
  );
  const added = reply.data.slots.find(({ slotName }) => slotName === variant?.slotName);
  return redirect(added ? await ruleToOf(args.request, pageContext, added.id) : timeSlotsPath);
}

export default function TimeSlotsPage() {
  const { mayChange, values, constraints, slots, drawn, variantOf, ruleTo, changes } =
    useLoaderData<typeof loader>();
  const result = useActionData<Partial<FormResult> & { review?: SlotReview }>();
  const fields = { constraints, values, ...result?.fields };
  return (
    <>
      <PageHead
        crumbs={[{ label: "Master rule", to: ruleTo }]}
        title="Time slots"
        lead={
          !mayChange
            ? timeSlotTexts.readOnly
            : variantOf
              ? timeSlotTexts.variantLead(variantOf)
              : timeSlotTexts.lead
        }
        help={tutorialPath("master_rule")}
      />
      <ChangesNotice changes={changes} />
      <Failure failure={result?.failure} />
      {mayChange ? (
        <SlotsForm
          key={JSON.stringify(fields.values)}
          fields={fields}
          slots={slots}
          review={result?.review ?? null}
          cancelTo={ruleTo}
        />
      ) : (
        <WeekPanel slots={drawn} />
      )}
    </>
  );
}
