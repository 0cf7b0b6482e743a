import { removeSavedFilter, savedFilters } from "#contract/saved-filters/endpoints";
import { adminPath } from "~/features/dashboard/paths";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { savedFilterPath } from "./paths";
import { savedFiltersTexts } from "./texts";

/** Removes a user's saved filters of a list; if they are gone, leads back to the list. */
export const savedFilterConfirmations = confirmations({
  async find({ api, ids }: PageContext, { request, params: { id: ref = "" } }) {
    const id = ids.decrypt("filter", ref);
    const list = savedFilters.query.shape.list.safeParse(
      new URL(request.url).searchParams.get("list"),
    );
    const { data } = list.success
      ? await load(() => api.call(savedFilters, { query: { list: list.data } }))
      : { data: [] };
    return { id, ref, list: list.data ?? "", name: data.find((filter) => filter.id === id)?.name };
  },

  path: ({ ref, list }) => savedFilterPath(ref, list),

  acts: {
    remove: {
      label: "Remove",
      ask: ({ name = "" }) => ({
        title: savedFiltersTexts.removeTitle(name),
        message: savedFiltersTexts.removeMessage,
        confirmLabel: "Remove saved filters",
      }),
      isDone: ({ name }) => name === undefined,
      from: () => adminPath,
      call: ({ api }, { id }) => api.call(removeSavedFilter, { query: { id } }),
    },
  },
});
