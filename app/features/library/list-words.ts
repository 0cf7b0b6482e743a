import type { Figures } from "#contract/base/figures";
import type { CatalogueItem } from "#contract/library/catalogue";
import { type CatalogueKind, catalogueLists, speeds } from "#contract/library/words";
import { endMinute } from "#contract/schedule/slot-times";
import { minutesOf } from "#contract/stores/words";
import { windowWords } from "~/lib/stores/hours-words";
import { listPath, mergePath } from "./paths";
import { listConfirmTexts } from "./texts";

/** Holds the words and facts that the pages of a list need. */
export type ListWords = {
  kind: CatalogueKind;
  one: string;
  many: string;
  rank?: "speed" | "place";
  window?: "may" | "must";
};

export const titled = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Names the things that have the items of a list. */
export const usesOf = (list: Pick<ListWords, "kind">) => (isOfSongs(list) ? "songs" : "ads");

/** True if songs use the list's items. Brands belong to ads, and their uses are not counted. */
export const isOfSongs = ({ kind }: Pick<ListWords, "kind">) => kind !== "brand";

export const listTabs = (current: string, counts: Partial<Record<string, number>>) =>
  catalogueLists.map(({ kind, many }) => ({
    label: titled(many),
    to: listPath(kind),
    current: kind === current,
    count: counts[kind] ?? 0,
  }));

const speedWords: Readonly<Partial<Record<number, string>>> = speeds;

/** Describes a tempo's speed in words; gives another list's place as a number. */
export const rankInWords = ({ rank }: ListWords, value: number | null): string | null =>
  value === null ? null : rank === "speed" ? (speedWords[value] ?? null) : String(value);

type ItemPlayWindow = Pick<CatalogueItem, "playFrom" | "playTo" | "playDays">;

/** When songs of an item may start: "06:00–11:00, Mon to Fri"; null at any time. */
export function itemWindowWords({ playFrom, playTo, playDays }: ItemPlayWindow): string | null {
  if (!playFrom || !playTo) return null;
  const fromMinute = minutesOf(playFrom);
  const toMinute = endMinute(fromMinute, minutesOf(playTo));
  return windowWords({ fromMinute, toMinute, weekdays: playDays ?? [] });
}

type Item = { ref: string; name: string; songs: number };

/** Asks before items are merged into the one that stays. */
export function mergeQuestion(words: ListWords, items: Item[], stays: Item, { counted }: Figures) {
  const { kind, one, many } = words;
  const mergedItems = items.filter(({ ref }) => ref !== stays.ref);
  const songs = mergedItems.reduce((sum, item) => sum + item.songs, 0);
  const names = mergedItems.map(({ name }) => `“${name}”`).join(", ");
  const changes =
    songs > 0
      ? `${counted(songs, "song")} ${songs === 1 ? "gets" : "get"} “${stays.name}” instead`
      : undefined;
  const consequence =
    changes ?? (isOfSongs(words) ? "No songs change" : listConfirmTexts.adsMove(stays.name));
  const verb = mergedItems.length === 1 ? "is" : "are";
  return {
    to: mergePath(
      kind,
      items.map(({ ref }) => ref),
      stays.ref,
    ),
    title: `Merge into ${stays.name}?`,
    message: listConfirmTexts.merge(consequence, names, verb),
    confirmLabel: `Merge ${items.length} ${items.length === 1 ? one : many}`,
    danger: true,
  };
}
