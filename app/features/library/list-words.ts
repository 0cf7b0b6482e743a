import { type CatalogueKind, catalogueLists, speeds } from "#contract/library/words";
import { withMembers } from "~/ui/frame/address";
import { counted, figure } from "~/ui/frame/figure";

export const listsPath = "/admin/library/lists";
export const listPath = (kind: string) => `${listsPath}/${kind}`;

/** What a list's pages say and need to know of it. */
export type ListWords = { kind: CatalogueKind; one: string; many: string; rank?: "speed" | "place" };

export const titled = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
export const songsInWords = (count: number) => counted(count, "song");

/** Brands are of ads, which name them in words of their own: there is no use to count. */
export const isOfSongs = ({ kind }: Pick<ListWords, "kind">) => kind !== "brand";

export const listTabs = (current: string, counts: Partial<Record<string, number>>) =>
  catalogueLists.map(({ kind, many }) => ({
    label: titled(many),
    to: listPath(kind),
    current: kind === current,
    count: counts[kind] ?? 0,
  }));

/** A tempo's speed in words; another list's place as it is. */
export const rankInWords = ({ rank }: ListWords, value: number | null): string | null =>
  value === null ? null : rank === "speed" ? (speeds[value as keyof typeof speeds] ?? null) : figure(value);

type Item = { ref: string; name: string; songs: number };

export function removeQuestion(words: ListWords, { ref, name }: Item) {
  const { kind, one } = words;
  return {
    to: `${listPath(kind)}/${ref}/remove`,
    title: `Delete ${one} ${name}?`,
    message: `${isOfSongs(words) ? "No song has it." : "Ads keep the brand they are named with."} It can be added again, and the audit log keeps that it was here.`,
    confirmLabel: `Delete ${one}`,
    danger: true,
  };
}

export function statusQuestion(words: ListWords, { ref, name, songs }: Item, isActive: boolean) {
  const { kind, one } = words;
  const of = isOfSongs(words) ? "song" : "ad";
  const keep = songs === 0 ? "" : ` ${songsInWords(songs)} keep${songs === 1 ? "s" : ""} it.`;
  return {
    to: withMembers(`${listPath(kind)}/${ref}/status`, { to: isActive ? "inactive" : "active" }),
    title: isActive ? `Deactivate ${one} ${name}?` : `Activate ${one} ${name}?`,
    message: isActive ? `It is offered for no ${of} any more.${keep}` : `It is offered for ${of}s again.`,
    confirmLabel: isActive ? `Deactivate ${one}` : `Activate ${one}`,
    danger: isActive,
  };
}

export const mergePath = ({ kind }: Pick<ListWords, "kind">, refs: string[]) => withMembers(`${listPath(kind)}/merge`, { itemIds: refs });

/** Asked before items are made one, by the one that stays. */
export function mergeQuestion(words: ListWords, items: Item[], stays: Item) {
  const { kind, one, many } = words;
  const gone = items.filter(({ ref }) => ref !== stays.ref);
  const songs = gone.reduce((sum, item) => sum + item.songs, 0);
  const names = gone.map(({ name }) => `“${name}”`).join(", ");
  const changes = songs > 0 ? `${songsInWords(songs)} ${songs === 1 ? "gets" : "get"} “${stays.name}” instead` : undefined;
  const what = changes ?? (isOfSongs(words) ? "No song changes" : "Ads keep the brand they are named with");
  const are = gone.length === 1 ? "is" : "are";
  return {
    to: withMembers(`${listPath(kind)}/merge`, { itemIds: items.map(({ ref }) => ref), into: stays.ref }),
    title: `Merge into ${stays.name}?`,
    message: `${what}, then ${names} ${are} deleted. This can not be undone.`,
    confirmLabel: `Merge ${items.length} ${items.length === 1 ? one : many}`,
    danger: true,
  };
}
