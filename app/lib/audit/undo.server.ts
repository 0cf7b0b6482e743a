import { type ActionFunctionArgs, type AppLoadContext, redirect } from "@remix-run/node";
import { z } from "zod";
import { messages } from "#contract/base/messages";
import { mostUndone } from "#contract/base/undo-limits";
import type { UndoForm } from "~/ui/frame/snack-bar";
import { ApiFailure, ApiRefusal } from "../api/refusals.server";
import { readForm } from "../forms/forms.server";
import { localPath } from "../pages/local-path";
import type { PageContext } from "../session/guard.server";

/**
 * How to undo a change: an ordinary call of the opposite, with the rights that it requires
 * (docs/decisions/undo.md).
 */
export type Undo<S extends z.ZodRawShape = z.ZodRawShape> = {
  /** The form's fields besides the change; identifiers in it are encrypted. */
  fields: S;
  guard: (args: ActionFunctionArgs) => Promise<PageContext>;
  call: (
    pageContext: PageContext,
    fields: z.output<z.ZodObject<S>> & { undoOf: string },
  ) => Promise<{ message: string }>;
};

/** Only checks the types of an undo. */
export const undo = <S extends z.ZodRawShape>(definition: Undo<S>) => definition as unknown as Undo;

/** The undo that a message offers: the act of /admin/undo/:act, and its form's fields. */
export type UndoOffer = { act: string; fields?: Record<string, string> };

/**
 * Makes the form that undoes this request's changes; undefined if nothing changed, or more than can
 * be undone at once.
 */
export function offerUndo(
  { requestId }: AppLoadContext,
  { act, fields }: UndoOffer,
  changed: number,
): UndoForm | undefined {
  if (changed === 0 || changed > mostUndone) return undefined;
  return { to: `/admin/undo/${act}`, fields: { ...fields, undoOf: requestId } };
}

/** Undoes a change and leads back to the page that offered it, with a message about the result. */
export async function takeBack(args: ActionFunctionArgs, undos: Record<string, Undo>) {
  const { params, request, context } = args;
  const act = Object.hasOwn(undos, params.act ?? "") ? undos[params.act ?? ""] : undefined;
  if (!act) throw Response.json({ message: messages.notFound }, { status: 404 });
  const pageContext = await act.guard(args);
  const form = await readForm(request, z.looseObject({ ...act.fields, undoOf: z.uuid() }), {
    ids: context.ids,
  });
  const back = redirect(localPath(String(form.posted.get("back") ?? "")));
  if (!form.value) throw Response.json({ message: "This form cannot be read." }, { status: 422 });
  try {
    const { message } = await act.call(pageContext, form.value);
    context.session.flash("success", message);
  } catch (error) {
    if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error;
    context.session.flash("error", error.message);
  }
  return back;
}
