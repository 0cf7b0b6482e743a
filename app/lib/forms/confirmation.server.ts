import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import type { IdKind } from "#contract/base/identifiers";
import { messages } from "#contract/base/messages";
import type { ConfirmData } from "~/ui/confirm-route";
import { withMembers } from "~/ui/frame/address";
import type { ConfirmLinkData, ConfirmQuestion } from "~/ui/frame/confirm";
import type { Obstacle } from "~/ui/obstacle-page";
import type { Identifiers } from "../api/identifiers.server";
import { offerUndo, type UndoOffer } from "../audit/undo.server";
import { localPath } from "../pages/local-path";
import { replyTone } from "../words/email-words.server";
import { readForm } from "./forms.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** A change to one item or several that asks for confirmation first. */
type Confirmation<G, Item> = {
  /** Labels the link to the question: "Deactivate". */
  label: string;
  /** Names the item, the consequence and what stays unchanged. */
  ask: (item: Item, pageContext: G) => ConfirmQuestion;
  /** True if there is nothing to do; then the person is led on without a question or a message. */
  isDone?: (item: Item) => boolean;
  /** Shown instead of the question if something prevents the change. */
  obstacle?: (
    item: Item,
    pageContext: G,
    args: Args,
  ) => Obstacle | undefined | Promise<Obstacle | undefined>;
  /**
   * Shown instead of the question after the platform has refused, if asking again is
   * useless.
   */
  afterRefusal?: (item: Item) => Obstacle;
  /** Makes the change, given the posted question. A Response that it returns leads elsewhere. */
  call: (
    pageContext: G,
    item: Item,
    posted: FormData,
  ) => Promise<{ message: string; data?: object | null } | Response>;
  /** The undo that is offered with the success message, if there is one. */
  undo?: (item: Item, pageContext: G) => UndoOffer;
  /** The page that asks the question and to which Cancel leads; by default the item's own page. */
  from?: (item: Item) => string;
  /** The page to which the answer leads; by default `from`. */
  to?: (item: Item) => string;
};

type Confirmations<G, Item, Act extends string> = {
  /**
   * Finds the item in the address, or the items of `/bulk/` (readChosen). Throws 404 for items that
   * the person may not see.
   */
  find: (pageContext: G, args: Args) => Promise<Item>;
  /** The address of the item; its confirmations lie below it and keep its members. */
  path: (item: Item) => string;
  /** The confirmations, by the last part of their address. */
  acts: Record<Act, Confirmation<G, Item>>;
};

/**
 * Makes the loader and action of confirmation routes, at `/<list>/:id/<act>` and
 * `/<list>/bulk/<act>`: the loader asks, the action acts, both given the result of the route's
 * guard; the page is ui/confirm-route. Also makes the links to them, which loaders give to the
 * items' pages. The address's `back` names the page to return to, such as a filtered list.
 */
export function confirmations<G, Item, Act extends string>({
  find,
  path,
  acts,
}: Confirmations<G, Item, Act>) {
  const read = async (args: Args, pageContext: G) => {
    const act = nameOf(args.request);
    if (!isAct(act)) throw Response.json({ message: messages.notFound }, { status: 404 });
    const confirmation = acts[act];
    const item = await find(pageContext, args);
    const back = new URL(args.request.url).searchParams.get("back");
    const from = localPath(back, (confirmation.from ?? path)(item));
    const to = localPath(back, confirmation.to?.(item) ?? from);
    return { confirmation, item, from, to };
  };
  const isAct = (name: string): name is Act => Object.hasOwn(acts, name);

  return {
    async ask(args: LoaderFunctionArgs, pageContext: G): Promise<ConfirmData> {
      const { confirmation, item, from, to } = await read(args, pageContext);
      const { ask, isDone, obstacle, afterRefusal } = confirmation;
      if (isDone?.(item)) throw redirect(to);
      return {
        question: ask(item, pageContext),
        cancelTo: from,
        obstacle: (await obstacle?.(item, pageContext, args)) ?? null,
        afterRefusal: afterRefusal?.(item) ?? null,
      };
    },

    /** Makes the confirmed change; a refusal is shown beside the question. */
    async act(args: ActionFunctionArgs, pageContext: G) {
      const { confirmation, item, to } = await read(args, pageContext);
      if (confirmation.isDone?.(item)) return redirect(to);
      const form = await readForm(args.request, z.looseObject({}));
      const { reply, refused } = await form.submit(() =>
        confirmation.call(pageContext, item, form.posted),
      );
      if (refused) return refused;
      if (reply instanceof Response) return reply;
      const offer = confirmation.undo?.(item, pageContext);
      args.context.session.flash(
        replyTone(reply),
        reply.message,
        offer && offerUndo(args.context, offer, changedIn(reply)),
      );
      return redirect(to);
    },

    /** Gives a ConfirmLink's properties; `back` is the address of the list with the link. */
    linkTo: (act: Act, item: Item, pageContext: G, back?: string): ConfirmLinkData => ({
      ...acts[act].ask(item, pageContext),
      label: acts[act].label,
      to: actAddress(path(item), act, back),
    }),
  };
}

/** Counts the rows that an answer says it changed; one if it is about a single item. */
const changedIn = ({ data }: { data?: object | null }) =>
  data && "changed" in data ? Number(data.changed) : 1;

function actAddress(item: string, act: string, back: string | undefined): string {
  const [path = "", members] = item.split("?");
  return withMembers(`${path}/${act}`, {
    ...Object.fromEntries(new URLSearchParams(members)),
    back,
  });
}

/** Reads the act from the address: "/admin/stores/…/deactivate.data" asks for "deactivate". */
const nameOf = ({ url }: Request) =>
  new URL(url).pathname
    .replace(/\.data$/, "")
    .split("/")
    .findLast(Boolean) ?? "";

export const isBulk = ({ params }: Args) => params.id === "bulk";

/**
 * Reads the items of a `/bulk/` address: the IDs of the ticked ones, or "all" that match the list's
 * filters.
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
