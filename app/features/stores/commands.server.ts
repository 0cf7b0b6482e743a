import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { messages } from "#contract/base/messages";
import { wholeNumber } from "#contract/base/whole-number";
import { askCommand, messageText } from "#contract/player/commands";
import { commandKinds } from "#contract/player/words";
import type { StoreDetail } from "#contract/stores/endpoints";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import type { PageContext } from "~/lib/session/guard.server";
import { commandWords, stateWords } from "~/lib/stores/command-words";
import { storePath } from "./paths";
import { commandTexts } from "./texts";

const Posted = z.object({ volume: wholeNumber(0, 100).optional(), text: messageText.optional() });

/**
 * Gives the commands that a store's player can be sent, and the outcome of the latest ones. `at`
 * formats an instant on the store's clock.
 */
export const shownCommands = (
  { thresholdVolume, optimumVolume, commands }: StoreDetail,
  at: (instant: string) => string,
) => ({
  constraints: constraintsOf(
    z.object({ volume: wholeNumber(thresholdVolume, 100), text: messageText }),
  ),
  values: { volume: String(optimumVolume) },
  hint: commandTexts.volumeHint(thresholdVolume, optimumVolume),
  /** True if any of them has no outcome yet. */
  isAwaited: commands.some(({ state }) => state === "asked" || state === "delivered"),
  latest: commands.map(({ id, kind, volume, text, askedBy, askedAt, ...state }) => ({
    key: id,
    words: commandWords({ kind, volume, text }),
    sentBy: `${askedBy}, ${at(askedAt)}`,
    ...stateWords({ kind, ...state }, at),
  })),
});

/** Sends the command of the pressed button, then redirects to the store's page. */
export async function sendCommand(
  { request, params, context }: ActionFunctionArgs,
  { api, ids }: PageContext,
) {
  const storeId = ids.decrypt("store", params.id);
  const form = await readForm(request, Posted);
  const pressed = z.enum(commandKinds).safeParse(form.posted.get("_do"));
  if (!pressed.success) throw Response.json({ message: messages.notFound }, { status: 404 });
  const command = pressed.data;
  const fieldOf = { volume: "volume", message: "text", tone: null, restart: null } as const;
  const field = fieldOf[command];
  if (field && !form.value) return form.refused();
  if (field && form.value?.[field] === undefined)
    return form.refusedFor({ [field]: [messages.required] });
  const body = { storeId, command, ...(field && { [field]: form.value?.[field] }) };
  const { reply, refused } = await form.submit(() => api.call(askCommand, { body }));
  if (refused) return refused;
  context.session.flash("success", reply.message);
  return redirect(storePath(params.id ?? ""));
}
