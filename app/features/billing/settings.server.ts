import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import {
  BillingSettingsForm,
  changeBillingSettings,
  findBillingSettings,
} from "#contract/billing/settings";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { billingSettingsPath, signaturePath } from "./paths";
import { saveSignature, signatureConfirmations } from "./signature.server";

/** Requires on the page what the API would fill in by default. */
const Settings = BillingSettingsForm.extend({
  gstRate: BillingSettingsForm.shape.gstRate.unwrap(),
  paymentDays: BillingSettingsForm.shape.paymentDays.unwrap(),
});

export async function loadBillingSettings(pageContext: PageContext) {
  const { api } = pageContext;
  const { data } = await load(() => api.call(findBillingSettings, {}));
  const { state, version, signatureFileId, ...fields } = data;
  const values = Object.fromEntries(
    Object.entries({ ...fields, version }).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
  );
  return {
    constraints: constraintsOf(Settings),
    values,
    state,
    isMissing: version === null,
    signature: signatureFileId && signaturePath(signatureFileId),
    signatureRemoval: signatureConfirmations.linkTo(
      "remove-signature",
      { fileId: signatureFileId },
      pageContext,
    ),
  };
}

/** Saves the settings, or the signature's picture if that form was posted. */
export async function saveBillingSettings(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api } = pageContext;
  const signature = await saveSignature(args, pageContext);
  if (signature) return signature;
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
