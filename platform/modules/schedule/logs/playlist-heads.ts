import type { Scope } from "../../../access/scope.ts";
import type { PlaylistHead } from "./playlists.queries.ts";

/** A version as shown to people: without the digests that decide whether it is current. */
export const detailsOf = ({
  digest: _,
  facts: _facts,
  choices: _choices,
  events: _events,
  isByRule: _isByRule,
  ...details
}: PlaylistHead) => details;

/** A version as changes of it answer. */
export const toPlaylistHead = (row: PlaylistHead, stores: number) => {
  const { createdAt: _, songs: __, violations: ___, publishedAt, ...head } = detailsOf(row);
  return { ...head, publishedAt: publishedAt?.toISOString() ?? null, stores };
};

/** Shapes the audit row of a change to a version. */
export const entryOf = (
  scope: Scope,
  action: string,
  { id, groupName, day }: PlaylistHead,
  change: { before?: unknown; after: unknown },
) => ({
  companyId: scope.companyId,
  action,
  itemKind: "group playlist",
  itemId: id,
  itemName: `${groupName}, ${day}`,
  ...change,
});
