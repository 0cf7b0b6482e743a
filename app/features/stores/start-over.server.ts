import { dropDraft } from "#contract/drafts/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import type { PageContext } from "~/lib/session/guard.server";

import { stepOf } from "./add-steps";
import { addStepPath, storeAddPath } from "./paths";
import { draftName } from "./store-add.server";
import { storeAddTexts } from "./texts";

/** Discards the entries of a store that is being added. */
export const startOverConfirmations = confirmations({
  find: async (_: PageContext, { request }) =>
    stepOf(new URL(request.url).searchParams.get("step") ?? undefined) ?? "place",
  path: () => storeAddPath,
  acts: {
    over: {
      label: "Start over",
      ask: () => ({
        title: storeAddTexts.startOverTitle,
        message: storeAddTexts.startOver,
        confirmLabel: "Start over",
      }),
      async call({ api }) {
        await api.call(dropDraft, { query: draftName });
        return { message: "Your entries were discarded" };
      },
      from: addStepPath,
      to: () => storeAddPath,
    },
  },
});
