import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { deleteSignature, findBillingSettings, setSignature } from "#contract/billing/settings";
import { confirmations } from "~/lib/forms/confirmation.server";
import { readForm } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { billingSettingsPath } from "./paths";
import { signatureTexts as texts } from "./texts";

/** Removes the picture of the signature. */
export const signatureConfirmations = confirmations({
  async find({ api }: PageContext): Promise<{ fileId: string | null }> {
    const { data } = await load(() => api.call(findBillingSettings, {}));
    return { fileId: data.signatureFileId };
  },
  path: () => billingSettingsPath,
  acts: {
    "remove-signature": {
      label: "Remove signature",
      ask: () => ({
        title: texts.removeTitle,
        message: texts.remove,
        confirmLabel: "Remove signature",
      }),
      isDone: ({ fileId }) => fileId === null,
      call: ({ api }) => api.call(deleteSignature, {}),
    },
  },
});

/** Saves the picture that was sent; undefined if another form was posted. */
export async function saveSignature(args: ActionFunctionArgs, { api }: PageContext) {
  if (args.context.posted?.form !== "signature") return undefined;
  const form = await readForm(args, z.object({}));
  const { reply, refused } = await form.submit(
    () => api.call(setSignature, { files: form.files("signature") }),
    { file: "signature" },
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(billingSettingsPath);
}
