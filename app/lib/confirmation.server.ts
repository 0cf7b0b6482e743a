import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import type { IdKind } from "#contract/base/identifiers";
import { messages } from "#contract/base/messages";
import type { ConfirmData } from "~/ui/confirm-route";
import { withMembers } from "~/ui/frame/address";
import type { ConfirmLinkData, ConfirmQuestion } from "~/ui/frame/confirm";
import type { Obstacle } from "~/ui/obstacle-page";
import { replyTone } from "./email-words.server";
import { readForm } from "./forms.server";
import type { Identifiers } from "./identifiers.server";
import { localPath } from "./local-path";
import { offerUndo, type UndoOffer } from "./undo.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Something that is done to an item, or to several, only after a question. */
type Confirmation<G, Item> = {
  /** What the link to the question says: "Deactivate". */
  label: string;
  /** Names the item, the consequence and what is left as it is. */
  ask: (item: Item, guarded: G) => ConfirmQuestion;
  /** Whether there is nothing to do: the person is led on, and neither asked nor told anything. */
  isDone?: (item: Item) => boolean;
  /** What is shown in place of the question while something stands in the way. */
  obstacle?: (
    item: Item,
    guarded: G,
    args: Args,
  ) => Obstacle | undefined | Promise<Obstacle | undefined>;
  /**
   * What is shown in place of the question once the platform has refused it, where asking again is
   * no use.
   */
  afterRefusal?: (item: Item) => Obstacle;
  /** Does it, given what the question posted. A Response of its own leads elsewhere. */
  call: (
    guarded: G,
    item: Item,
    posted: FormData,
  ) => Promise<{ message: string; data?: object | null } | Response>;
  /** What takes it back, where that can be done: offered with the message that it is done. */
  undo?: (item: Item, guarded: G) => UndoOffer;
  /** The page where the question is asked, and Cancel leads; the item's own page when not given. */
  from?: (item: Item) => string;
  /** Where the answer leads; `from` when not given. */
  to?: (item: Item) => string;
};

type Confirmations<G, Item, Act extends string> = {
  /**
   * The item that the address names, or the items of `/bulk/` (readChosen). Throws 404 for what is
   * out of sight.
   */
  find: (guarded: G, args: Args) => Promise<Item>;
  /** The address of the item, below which those of its confirmations lie; they keep its members. */
  path: (item: Item) => string;
  /** By the last part of the address. */
  acts: Record<Act, Confirmation<G, Item>>;
};

/**
 * Makes what the routes of confirmations do, at `/<list>/:id/<act>` and `/<list>/bulk/<act>`: the
 * loader asks, the action acts, both with what the route's guard gave, and the page is
 * ui/confirm-route. Makes also the links that lead there, which the pages of the items get from
 * their loaders. The address's `back` names the page to return to, for a list as it was filtered.
 */
export function confirmations<G, Item, Act extends string>({
  find,
  path,
  acts,
}: Confirmations<G, Item, Act>) {
  const read = async (args: Args, guarded: G) => {
    const act = nameOf(args.request);
    if (!isAct(act)) throw Response.json({ message: messages.notFound }, { status: 404 });
    const confirmation = acts[act];
    const item = await find(guarded, args);
    const back = new URL(args.request.url).searchParams.get("back");
    const from = localPath(back, (confirmation.from ?? path)(item));
    const to = localPath(back, confirmation.to?.(item) ?? from);
    return { confirmation, item, from, to };
  };
  const isAct = (name: string): name is Act => Object.hasOwn(acts, name);

  return {
    async ask(args: LoaderFunctionArgs, guarded: G): Promise<ConfirmData> {
      const { confirmation, item, from, to } = await read(args, guarded);
      const { ask, isDone, obstacle, afterRefusal } = confirmation;
      if (isDone?.(item)) throw redirect(to);
      return {
        question: ask(item, guarded),
        cancelTo: from,
        obstacle: (await obstacle?.(item, guarded, args)) ?? null,
        afterRefusal: afterRefusal?.(item) ?? null,
      };
    },

    /** Does what was confirmed; a refusal is shown beside the question. */
    async act(args: ActionFunctionArgs, guarded: G) {
      const { confirmation, item, to } = await read(args, guarded);
      if (confirmation.isDone?.(item)) return redirect(to);
      const form = await readForm(args.request, z.looseObject({}));
      const { reply, refused } = await form.submit(() =>
        confirmation.call(guarded, item, form.posted),
      );
      if (refused) return refused;
      if (reply instanceof Response) return reply;
      const offer = confirmation.undo?.(item, guarded);
      args.context.session.flash(
        replyTone(reply),
        reply.message,
        offer && offerUndo(args.context, offer, changedIn(reply)),
      );
      return redirect(to);
    },

    /** A ConfirmLink's properties; `back` is the address of the list that it stands in. */
    linkTo: (act: Act, item: Item, guarded: G, back?: string): ConfirmLinkData => ({
      ...acts[act].ask(item, guarded),
      label: acts[act].label,
      to: actAddress(path(item), act, back),
    }),
  };
}

/** How many rows an answer says that it changed; one where it is about one item. */
const changedIn = ({ data }: { data?: object | null }) =>
  data && "changed" in data ? Number(data.changed) : 1;

function actAddress(item: string, act: string, back: string | undefined): string {
  const [path = "", members] = item.split("?");
  return withMembers(`${path}/${act}`, {
    ...Object.fromEntries(new URLSearchParams(members)),
    back,
  });
}

/** "/admin/stores/…/deactivate.data" asks for "deactivate". */
const nameOf = ({ url }: Request) =>
  new URL(url).pathname
    .replace(/\.data$/, "")
    .split("/")
    .findLast(Boolean) ?? "";

export const isBulk = ({ params }: Args) => params.id === "bulk";

/**
 * The items of a `/bulk/` address: those that were ticked, by their ids, or "all" that match the
 * list's filters beside them.
 */
export function readChosen(
  { request }: Args,
  identifiers: Identifiers,
  kind: IdKind,
): "all" | number[] {
  const { searchParams } = new URL(request.url);
  if (searchParams.get("all") === "on") return "all";
  return [...new Set(searchParams.getAll("id"))].map((ref) => identifiers.decrypt(kind, ref));
}
