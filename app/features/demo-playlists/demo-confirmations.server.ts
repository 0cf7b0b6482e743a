import { removeDemoPlaylist } from "#contract/demo-playlists/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import { type DemoContext, findDemo } from "./demo-playlists.server";
import { demosPath } from "./paths";
import { demoTexts } from "./texts";

type Item = { id: number; path: string; name: string };

/** Deletes a demo playlist together with its link. */
export const demoConfirmations = confirmations({
  find: async (at: DemoContext): Promise<Item> => ({
    id: at.id,
    path: at.path,
    name: (await findDemo(at)).name,
  }),
  path: ({ path }) => path,
  acts: {
    remove: {
      label: "Delete",
      ask: ({ name }) => ({
        title: `Delete ${name}?`,
        message: demoTexts.removeMessage,
        confirmLabel: "Delete demo playlist",
      }),
      to: () => demosPath,
      call: ({ pageContext }, { id }) =>
        pageContext.api.call(removeDemoPlaylist, { query: { id } }),
    },
  },
});
