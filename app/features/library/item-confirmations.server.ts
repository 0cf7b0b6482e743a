import type { Status } from "#contract/base/status";
import { confirmations } from "~/lib/forms/confirmation.server";
import type { PageContext } from "~/lib/session/guard.server";
import type { Obstacle } from "~/ui/obstacle-page";
import { findItem, listOf, type ShownItem } from "./items.server";
import { isOfSongs, type ListWords, titled, usesOf } from "./list-words";
import { itemPath, listPath, mergePath } from "./paths";
import { listConfirmTexts as texts } from "./texts";

type Item = ShownItem & { words: ListWords };

/** Activates, deactivates or deletes an item of a catalogue list. */
export const itemConfirmations = confirmations({
  async find(pageContext: PageContext, { params }): Promise<Item> {
    const { words, item } = await findItem(params, pageContext);
    return { ...item, words };
  },

  path: ({ words, ref }) => itemPath(words.kind, ref),

  acts: {
    activate: {
      label: "Activate",
      ask: ({ words, name }) => ({
        title: `Activate ${words.one} ${name}?`,
        message: texts.activate(usesOf(words)),
        confirmLabel: `Activate ${words.one}`,
        danger: false,
      }),
      isDone: ({ isActive }) => isActive,
      from: toList,
      call: (pageContext, item) => setStatus(pageContext, item, "active"),
    },
    deactivate: {
      label: "Deactivate",
      ask: ({ words, name, songs }, { figures }) => ({
        title: `Deactivate ${words.one} ${name}?`,
        message: [
          texts.deactivate(usesOf(words)),
          ...(songs > 0 ? [texts.songsKeepIt(figures.counted(songs, "song"), songs === 1)] : []),
        ].join(" "),
        confirmLabel: `Deactivate ${words.one}`,
      }),
      isDone: ({ isActive }) => !isActive,
      from: toList,
      call: (pageContext, item) => setStatus(pageContext, item, "inactive"),
    },
    remove: {
      label: "Delete",
      ask: ({ words, name }) => ({
        title: `Delete ${words.one} ${name}?`,
        message: `${isOfSongs(words) ? texts.noSongs : texts.noAds} ${texts.remove}`,
        confirmLabel: `Delete ${words.one}`,
      }),
      obstacle: (item, pageContext) =>
        item.songs > 0 ? describeUse(item, pageContext) : undefined,
      from: toList,
      call: ({ api }, { words, id }) =>
        api.call(listOf(words.kind).endpoints.remove, { query: { id } }),
    },
  },
});

/** Links to the question to deactivate an active item or activate an inactive one. */
export const statusLink = (item: Item, pageContext: PageContext) =>
  itemConfirmations.linkTo(item.isActive ? "deactivate" : "activate", item, pageContext);

function toList({ words }: Item): string {
  return listPath(words.kind);
}

async function setStatus({ api }: PageContext, { words, id }: Item, status: Status) {
  const { data } = await api.call(listOf(words.kind).endpoints.change, { body: { id, status } });
  return { message: `${data.name} is now ${status}` };
}

/** Says why an item in use cannot be deleted, and offers to merge or deactivate it. */
function describeUse(item: Item, pageContext: PageContext): Obstacle {
  const { words, ref, name, songs, isActive } = item;
  const advice = isActive ? texts.mergeOrDeactivate(words.one) : texts.mergeInstead(words.one);
  return {
    crumbs: [{ label: titled(words.many), to: listPath(words.kind) }],
    title: `${name} cannot be deleted`,
    parts: [
      {
        text: `${texts.songsUseIt(pageContext.figures.counted(songs, "song"), songs === 1)} ${advice}`,
      },
    ],
    ways: [
      { label: "Merge…", to: mergePath(words.kind, [ref]), primary: true },
      ...(isActive ? [statusLink(item, pageContext)] : []),
      { label: `Back to the ${words.many}`, to: listPath(words.kind) },
    ],
  };
}
