import { type AppLoadContext, redirect } from "@remix-run/node";
import type { z } from "zod";
import { readForm } from "~/lib/forms/forms.server";
import { draftDays, type PublicFormPath, type Values } from "~/lib/forms/public-form-drafts.server";
import { spamFields } from "./public-form-page";
import { publicFormTexts } from "./texts";

/** Reads which button was pressed. */
export function wishOf(posted: FormData): "send" | "back" | "later" | "discard" {
  const wish = posted.get("_to");
  return wish === "back" || wish === "later" || wish === "discard" ? wish : "send";
}

/**
 * Refuses a form that was sent faster than anybody types, or without loading its page. Undefined
 * if a person may have filled it in.
 */
export function refuseHaste(
  { posted, refusedFor }: Awaited<ReturnType<typeof readForm>>,
  { visitorForms }: AppLoadContext,
) {
  return visitorForms.isLikely(posted.get(spamFields.madeAt))
    ? undefined
    : refusedFor({ "": [publicFormTexts.sendAgain] });
}

/** True if the trap field was filled in, by a program or by the browser of a real visitor. */
export const isTrapped = (posted: FormData): boolean => Boolean(posted.get(spamFields.trap));

/** Picks the fields of a schema from the values typed; drops those left empty or unticked. */
export function typedOf(values: Values, { shape }: z.ZodObject): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, typed]) => name in shape && typed !== ""),
  );
}

/** Reads stored values as if they had been posted. */
export function readKept<S extends z.ZodType>(url: string, values: Values, schema: S) {
  const body = new FormData();
  for (const [name, typed] of Object.entries(values))
    for (const one of [typed].flat()) body.append(name, one);
  return readForm(new Request(url, { method: "POST", body }), schema);
}

export const tooLongToKeep = { "": [publicFormTexts.tooLong] };

/** Leads on after "Save and continue later". */
export function leaveForLater({ session }: AppLoadContext, to: string) {
  session.flash("success", publicFormTexts.saved(draftDays));
  return redirect(to);
}

export function discard({ publicFormDrafts }: AppLoadContext, page: PublicFormPath) {
  publicFormDrafts.drop(page);
  return redirect(page);
}
