import { z } from "zod";
import { SongCover } from "../library/cover.ts";
import { itemKinds } from "./endpoints.ts";
import { nowStates, pauseReasons } from "./words.ts";

const NowItem = z.object({
  kind: z.enum(itemKinds),
  title: z.string(),
  artist: z.string().nullable(),
  /** Null for a spot. */
  cover: SongCover.nullable(),
  /** The song or spot, if it has audio to hear. */
  audio: z.object({ kind: z.enum(["song", "spot"]), id: z.int() }).nullable(),
  startsAt: z.string(),
  endsAt: z.string(),
});

/** A store's player by its last heartbeat. */
export const NowPlaying = z.object({
  state: z.enum(nowStates),
  /** The instant of that heartbeat; null if the player never sent one. */
  asOf: z.string().nullable(),
  /** The pause that lasts now, and when it ends by itself. */
  pause: z.object({ reason: z.enum(pauseReasons), until: z.string() }).nullable(),
  /** The item that plays; null if the player did not name it and no log has it. */
  item: NowItem.nullable(),
});
export type NowPlaying = z.infer<typeof NowPlaying>;

export const StoreNowPlaying = NowPlaying.extend({
  /** True if the item is the published log's for now, because no heartbeat has named it. */
  isFromLog: z.boolean(),
  /** The next item of the published log. */
  next: NowItem.omit({ endsAt: true }).nullable(),
});
export type StoreNowPlaying = z.infer<typeof StoreNowPlaying>;
