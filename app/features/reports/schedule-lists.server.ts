import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { changeOutsideRule, findOutsideRule, OutsideRule } from "#contract/reports/recipients";
import { readForm } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { schedulesPath } from "./paths";
import { loadReceived, saveReceived } from "./recipients.server";
import { loadSchedules } from "./schedules.server";

/**
 * Loads the person's schedules, those that others send them, and the rule for outside addresses.
 */
export async function loadScheduleLists(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { rows, timeZone } = await loadSchedules(args, pageContext);
  const [received, { data: outside }] = await Promise.all([
    loadReceived(pageContext, timeZone),
    load(() => pageContext.api.call(findOutsideRule, { query: {} })),
  ]);
  return { rows, received, outside };
}

/** Saves the form that was sent: the rule for outside addresses, or a report received. */
export async function saveScheduleLists(args: ActionFunctionArgs, pageContext: PageContext) {
  if (args.context.posted?.form !== "outside") {
    const form = await readForm(args.request, z.looseObject({}));
    const id = pageContext.ids.decrypt("report-schedule", String(form.posted.get("ref") ?? ""));
    return saveReceived(args, pageContext, { id, form, path: schedulesPath });
  }
  const form = await readForm(args.request, OutsideRule);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(changeOutsideRule, { query: {}, body: value }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(schedulesPath);
}
