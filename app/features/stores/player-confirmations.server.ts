import { resetUserPassword } from "#contract/session/credentials";
import { findStore } from "#contract/stores/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { playerPath, storePath } from "./paths";
import { playerAccountTexts } from "./texts";

/** Resets the password of one of the users who play a store. */
export const playerConfirmations = confirmations({
  async find({ api, ids }: PageContext, { params: { id: storeRef = "", user: userRef = "" } }) {
    const userId = ids.decrypt("user", userRef);
    const { data: store } = await load(() =>
      api.call(findStore, { query: { id: ids.decrypt("store", storeRef) } }),
    );
    const user = store.users.find(({ id }) => id === userId);
    if (!user) throw new Response(null, { status: 404 });
    return { storeRef, userRef, userId, username: user.username };
  },

  path: ({ storeRef, userRef }) => playerPath(storeRef, userRef),

  acts: {
    reset: {
      label: "Reset password",
      ask: ({ username }) => ({
        title: `Reset the password of ${username}?`,
        message: playerAccountTexts.reset,
        confirmLabel: "Reset password",
      }),
      from: ({ storeRef }) => storePath(storeRef),
      call: ({ api }, { userId }) => api.call(resetUserPassword, { body: { userId } }),
    },
  },
});
