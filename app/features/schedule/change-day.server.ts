import type { ActionFunctionArgs } from "@remix-run/node";
import { changePlaylist, DayChange } from "#contract/schedule/day-changes";
import { ApiFailure, ApiRefusal } from "~/lib/api/refusals.server";
import { offerUndo } from "~/lib/audit/undo.server";
import { readForm } from "~/lib/forms/forms.server";
import type { PageContext } from "~/lib/session/guard.server";
import { withMember } from "~/ui/frame/address";
import { schedulePath } from "./paths";
import { scheduleTexts } from "./texts";

/**
 * Makes the change that a form posted, and leads back to the page, which shows the newest version.
 * Shows the message with an undo button if the change can be undone, or why it was
 * refused.
 */
export async function changeDay(
  { request, context }: ActionFunctionArgs,
  { api, ids }: PageContext,
  from = backTo(request),
): Promise<string> {
  const form = await readForm(request, DayChange, { ids });
  if (!form.value) throw Response.json({ message: scheduleTexts.unreadable }, { status: 422 });
  const body = form.value;
  try {
    const { message, data: after } = await api.call(changePlaylist, { body });
    const undo = {
      act: "change-day",
      fields: { playlistId: ids.encrypt("playlist", body.id), version: String(after.version) },
    };
    const isUndone =
      body.change === "publish" ||
      body.change === "regenerate" ||
      body.change === "restore" ||
      after.id === body.id;
    context.session.flash("success", message, isUndone ? undefined : offerUndo(context, undo, 1));
  } catch (error) {
    if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error;
    context.session.flash(
      "error",
      error instanceof ApiRefusal
        ? (error.problem.errors?.[0]?.message ?? error.message)
        : error.message,
    );
  }
  return from;
}

/** Gives the page's address without a version, so that it shows the newest. */
function backTo(request: Request): string {
  const { search } = new URL(request.url);
  const newest = withMember(`${schedulePath}${search}`, "version", undefined);
  return withMember(withMember(newest, "index", undefined), "_routes", undefined);
}
