import { messages } from "#contract/base/messages";
import { confirmations } from "~/lib/forms/confirmation.server";
import type { PageContext } from "~/lib/session/guard.server";

import { deletion } from "./deletion";
import { kinds, labelOf, pathTo, treeTo, unitPath } from "./paths";
import { unitDeletionTexts } from "./texts";
import { readOpen } from "./tree.server";
import { describe, removeUnit } from "./unit-form.server";

/** Deletes a region, zone or group that is empty. */
export const unitConfirmations = confirmations({
  async find(pageContext: PageContext, { request, params }) {
    const kind = kinds.find((one) => one === params.kind);
    if (!kind) throw Response.json({ message: messages.notFound }, { status: 404 });
    const id = pageContext.ids.decrypt(kind, params.id);
    const unit = await describe(pageContext, kind, id);
    return {
      ...unit,
      kind,
      id,
      ref: params.id ?? "",
      ...deletion(kind, unit.inTheWay, unit.goesAlong, pageContext.figures),
      open: readOpen(request, pageContext),
    };
  },

  path: ({ kind, ref, open }) => unitPath(kind, ref, open),

  acts: {
    delete: {
      label: "Delete",
      ask: ({ kind, name, alongside }) => ({
        title: `Delete ${kind} ${name}?`,
        message:
          alongside.length === 0 ? unitDeletionTexts.nothingElse : unitDeletionTexts.alsoDeleted,
        lines: alongside,
        confirmLabel: `Delete ${kind}`,
      }),
      obstacle({ name, obstacles, advice, mayRemove, open }) {
        if (mayRemove && obstacles.length === 0) return undefined;
        return {
          crumbs: [{ label: "Hierarchy", to: treeTo(open) }],
          title: unitDeletionTexts.refusedTitle(name),
          parts: mayRemove
            ? [
                { text: "It still has:", lines: obstacles.map((text) => ({ text })) },
                { text: advice },
              ]
            : [{ text: unitDeletionTexts.notAllowed }],
          ways: [{ label: "Back to the hierarchy", to: treeTo(open) }],
        };
      },
      from: ({ open }) => treeTo(open),
      to: ({ kind, open }) => treeTo(pathTo(kind, open).closed),
      async call({ api }, { kind, id, name }) {
        await api.call(removeUnit[kind], { query: { id } });
        return { message: `${labelOf[kind]} ${name} deleted` };
      },
    },
  },
});
