import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { storesACommand } from "#contract/player/limits";
import { listStores } from "#contract/stores/endpoints";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { commandForms, isCommand, sendToStores } from "~/lib/lists/bulk-commands.server";
import { countInWords, namesInWords } from "~/lib/lists/names-in-words";
import { load, type PageContext } from "~/lib/session/guard.server";
import { type ChosenStores, chosenStores, leadBack, listBehind } from "./chosen-stores.server";
import { storesChangeTexts } from "./texts";

/** Finds the command of the address and its stores; leads back to the list if they are too many. */
async function readCommand(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { command } = args.params;
  if (!isCommand(command)) throw Response.json({ message: messages.notFound }, { status: 404 });
  const chosen = await chosenStores(args, pageContext);
  if (chosen.count > storesACommand)
    throw leadBack(args, storesChangeTexts.mostCommanded(storesACommand));
  return { command, chosen };
}

/** Loads the page of a command to several stores. */
export async function loadStoresCommand(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { command, chosen } = await readCommand(args, pageContext);
  const { count, some } = chosen;
  const names = some.map(({ name }) => name);
  return {
    act: command,
    back: listBehind(args.request),
    stores: count === 1 ? (names[0] ?? "") : countInWords(pageContext.figures, count, "store"),
    names: count === 1 ? "" : `${namesInWords(pageContext.figures, names, count)}. `,
    constraints: constraintsOf(commandForms[command]),
  };
}

export async function saveStoresCommand(args: ActionFunctionArgs, pageContext: PageContext) {
  const { command, chosen } = await readCommand(args, pageContext);
  const form = await readForm(args.request, commandForms[command]);
  const { value } = form;
  if (!value) return form.refused();
  const storeIds = await idsOf(pageContext, chosen);
  const { reply, refused } = await form.submit(() =>
    sendToStores(pageContext, storeIds, { command, ...value }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(listBehind(args.request));
}

async function idsOf({ api }: PageContext, { which }: ChosenStores): Promise<number[]> {
  if ("ids" in which) return which.ids;
  const query = { ...which.matching, limit: storesACommand };
  const { data } = await load(() => api.call(listStores, { query }));
  return data.map(({ id }) => id);
}
