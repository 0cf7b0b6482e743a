import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import { addVoiceNote, callForHelp } from "#contract/alerts/help-calls";
import { timeIn } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { playerSchedule } from "#contract/player/endpoints";
import type { Api } from "~/lib/api/platform.server";
import { ApiFailure, ApiRefusal } from "~/lib/api/refusals.server";
import { readForm } from "~/lib/forms/forms.server";
import { load, type PlayerContext } from "~/lib/session/guard.server";
import { playerHome } from "./paths";
import { answerInJson } from "./player.server";
import { helpTexts } from "./texts";

type Call = z.output<typeof callForHelp.body>;

/**
 * Receives a store's call for help. The player's script asks for JSON, so that the page and its
 * music stay, and may send a voice note.
 */
export async function callFromShop(args: ActionFunctionArgs, { api }: PlayerContext) {
  const { request, context } = args;
  const form = await readForm(args, callForHelp.body);
  const { value } = form;
  if (request.headers.get("Accept") === "application/json")
    return value
      ? answerInJson(async () => ({
          at: await makeCall(api, value),
          noteProblem: await addNote(api, form.files("file")),
        }))
      : Response.json({ message: helpTexts.failed }, { status: 422 });
  if (value) {
    const at = await load(() => makeCall(api, value));
    context.session.flash("success", helpTexts.arrived(at));
  } else context.session.flash("error", helpTexts.failed);
  return redirect(playerHome);
}

/** Gives the time on the store's clock at which the call arrived. */
async function makeCall(api: Api, body: Call): Promise<string> {
  const [{ data }, schedule] = await Promise.all([
    api.call(callForHelp, { body }),
    api.call(playerSchedule, {}),
  ]);
  return timeIn(schedule.data.timeZone, new Date(data.calledAt));
}

/** Adds a voice note to the call; gives why it was refused, because the call stands without it. */
async function addNote(api: Api, files: File[]): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  try {
    await api.call(addVoiceNote, { files });
    return undefined;
  } catch (error) {
    if (error instanceof ApiRefusal) return error.problem.errors?.[0]?.message ?? error.message;
    if (error instanceof ApiFailure) return messages.serverError;
    throw error;
  }
}
