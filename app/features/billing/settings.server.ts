import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import {
  BillingSettingsForm,
  changeBillingSettings,
  findBillingSettings,
} from "#contract/billing/settings";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { billingSettingsPath } from "./paths";

/** Requires on the page what the API would fill in by default. */
const Settings = BillingSettingsForm.extend({
  gstRate: BillingSettingsForm.shape.gstRate.unwrap(),
  paymentDays: BillingSettingsForm.shape.paymentDays.unwrap(),
});

export async function loadBillingSettings({ api }: Guarded) {
  const { data } = await load(() => api.call(findBillingSettings, {}));
  const { state, version, ...fields } = data;
  const values = Object.fromEntries(
    Object.entries({ ...fields, version }).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
  );
  return { constraints: constraintsOf(Settings), values, state, isMissing: version === null };
}

export async function saveBillingSettings(args: ActionFunctionArgs, { api }: Guarded) {
  const form = await readForm(args.request, Settings);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(changeBillingSettings, { body: value }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(billingSettingsPath);
}
