import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { messages } from "#contract/base/messages";
import { wholeNumber } from "#contract/base/whole-number";
import { askCommand, type StoreCommand } from "#contract/player/commands";
import { commandKinds } from "#contract/player/words";
import type { StoreDetail } from "#contract/stores/endpoints";
import { constraintsOf, readForm } from "~/lib/forms.server";
import type { Guarded } from "~/lib/guard.server";
import { storePath } from "./paths";
import { commandTexts } from "./texts";

const Posted = z.object({ volume: wholeNumber(0, 100).optional() });

/**
 * The commands a store's player can be sent, and the outcome of the latest ones. `at` writes an
 * instant on the store's clock.
 */
export const shownCommands = (
  { thresholdVolume, optimumVolume, commands }: StoreDetail,
  at: (instant: string) => string,
) => ({
  constraints: constraintsOf(z.object({ volume: wholeNumber(thresholdVolume, 100) })),
  values: { volume: String(optimumVolume) },
  hint: commandTexts.volumeHint(thresholdVolume, optimumVolume),
  /** True if any of them has no outcome yet. */
  isAwaited: commands.some(({ state }) => state === "asked" || state === "delivered"),
  latest: commands.map(({ id, kind, volume, askedBy, askedAt, ...state }) => ({
    key: id,
    words: kind === "volume" ? `Volume ${volume}` : { tone: "Test tone", restart: "Restart" }[kind],
    sentBy: `${askedBy}, ${at(askedAt)}`,
    ...stateWords(state, at),
  })),
});

function stateWords(
  { state, since, reason }: Pick<StoreCommand, "state" | "since" | "reason">,
  at: (instant: string) => string,
) {
  switch (state) {
    case "asked":
      return { tone: "info", state: "Waiting", more: null } as const;
    case "delivered":
      return { tone: "info", state: "Delivered", more: `Delivered at ${at(since)}` } as const;
    case "done":
      return { tone: "ok", state: "Done", more: `Done at ${at(since)}` } as const;
    case "expired":
      return { tone: "warn", state: "Expired", more: commandTexts.expired(at(since)) } as const;
    case "refused":
      return { tone: "bad", state: "Refused", more: reason } as const;
  }
}

/** Sends the command of the pressed button, then redirects to the store's page. */
export async function sendCommand(
  { request, params, context }: ActionFunctionArgs,
  { api, ids }: Guarded,
) {
  const storeId = ids.decrypt("store", params.id);
  const form = await readForm(request, Posted);
  const pressed = z.enum(commandKinds).safeParse(form.posted.get("_do"));
  if (!pressed.success) throw Response.json({ message: messages.notFound }, { status: 404 });
  const command = pressed.data;
  if (command === "volume" && !form.value) return form.refused();
  if (command === "volume" && form.value?.volume === undefined)
    return form.refusedFor({ volume: [messages.required] });
  const body = { storeId, command, ...(command === "volume" && { volume: form.value?.volume }) };
  const { reply, refused } = await form.submit(() => api.call(askCommand, { body }));
  if (refused) return refused;
  context.session.flash("success", reply.message);
  return redirect(storePath(params.id ?? ""));
}
