import { deleteSpot, setSpotStatus } from "#contract/ads/spots";
import type { SpotState } from "#contract/ads/words";
import type { Figures } from "#contract/base/figures";
import { confirmations } from "~/lib/forms/confirmation.server";
import type { PageContext } from "~/lib/session/guard.server";
import type { Obstacle } from "~/ui/obstacle-page";
import { spotPath, spotsPath } from "./paths";
import { changeableSpotOf } from "./spots.server";
import { spotConfirmTexts } from "./texts";

type Spot = { id: number; path: string; name: string; state: SpotState; uses: number };

/** Withdraws a spot, brings it back or deletes it. */
export const spotConfirmations = confirmations({
  async find(pageContext: PageContext, { params }): Promise<Spot> {
    const { id, name, state, uses } = await changeableSpotOf(params.id, pageContext);
    return { id, path: spotPath(params.id ?? ""), name, state, uses };
  },

  path: ({ path }) => path,

  acts: {
    withdraw: {
      label: "Withdraw",
      ask: ({ name, uses }, { figures }) => ({
        title: `Withdraw ${name}?`,
        message:
          uses > 0
            ? spotConfirmTexts.withdrawUsed(campaigns(uses, figures), uses === 1)
            : spotConfirmTexts.withdraw,
        confirmLabel: "Withdraw spot",
      }),
      isDone: ({ state }) => state === "withdrawn",
      call: ({ api }, { id }) =>
        api.call(setSpotStatus, { body: { ids: [id], status: "inactive" } }),
      undo: () => ({ act: "bring-back-spot" }),
    },
    "bring-back": {
      label: "Bring back",
      ask: ({ name }) => ({
        title: `Bring back ${name}?`,
        message: spotConfirmTexts.bringBack,
        confirmLabel: "Bring back spot",
        danger: false,
      }),
      isDone: ({ state }) => state !== "withdrawn",
      call: ({ api }, { id }) => api.call(setSpotStatus, { body: { ids: [id], status: "active" } }),
      undo: () => ({ act: "withdraw-spot" }),
    },
    remove: {
      label: "Delete",
      ask: ({ name, uses }) => ({
        title: `Delete ${name}?`,
        message: spotConfirmTexts.remove,
        confirmLabel: "Delete spot",
        isBlocked: uses > 0,
      }),
      to: () => spotsPath,
      obstacle: (spot, pageContext) => (spot.uses > 0 ? whyKept(spot, pageContext) : undefined),
      call: ({ api }, { id }) => api.call(deleteSpot, { query: { id } }),
    },
  },
});

const campaigns = (uses: number, { counted }: Figures) => counted(uses, "campaign");

function whyKept(spot: Spot, pageContext: PageContext): Obstacle {
  const { name, path, uses, state } = spot;
  const isWithdrawn = state === "withdrawn";
  return {
    crumbs: [
      { label: "Spots", to: spotsPath },
      { label: name, to: path },
    ],
    title: `${name} cannot be deleted`,
    parts: [
      { text: spotConfirmTexts.booked(campaigns(uses, pageContext.figures), uses === 1) },
      { text: isWithdrawn ? spotConfirmTexts.isWithdrawn : spotConfirmTexts.withdrawInstead },
    ],
    ways: [
      ...(isWithdrawn ? [] : [spotConfirmations.linkTo("withdraw", spot, pageContext)]),
      { label: "Back to the spot", to: path },
    ],
  };
}
