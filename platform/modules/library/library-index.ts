import { setImmediate } from "node:timers/promises";
import type { Logger } from "pino";
import { type Scope, wholeCompany } from "../../access/scope.ts";
import type { Database } from "../../db/database.ts";
import type { Db } from "../../db/types.ts";
import { SegmentBuilder } from "../../engine/song-search/segment-builder.ts";
import { SongIndex } from "../../engine/song-search/song-index.ts";
import { countSongs, findSongsSince, findSongsToIndex } from "./library-index.queries.ts";
import { findRevision } from "./library-revision.queries.ts";

/** Songs read at once while an index is built: taking them from the connection holds others up. */
const rowsASlice = 500;
/** Milliseconds of indexing before other work gets its turn. */
const sliceMs = 10;
/** Up to this many changed songs are read before the answer; more cause a background rebuild. */
const changesAtMost = 2000;

export type LibraryIndexes = ReturnType<typeof libraryIndexes>;

/**
 * This process's indexes of the libraries that were asked for (docs/decisions/song-search.md): each
 * made when it is first asked for and then kept up to date by the library's revision, one look-up
 * by primary key each time.
 */
export function libraryIndexes(
  { db, listeners }: Pick<Database, "db" | "listeners">,
  logger: Pick<Logger, "warn">,
) {
  const libraries = new Map<number, LibraryIndex>();
  // other processes notice by the number of songs, and rebuild their index
  listeners.add("deletedSongs", ({ companyId, ids }) => libraries.get(companyId)?.forget(ids));
  return {
    /**
     * The index with all changes that were committed before, but for those of more than two
     * thousand songs, which come some seconds later; `whole` waits for these, too. It finds and
     * counts what `songsWithin` (access/scope-conditions.ts) lets the scope see, and nothing else.
     */
    async of(scope: Scope, { whole = false } = {}): Promise<Pick<SongIndex, "match">> {
      const library =
        libraries.get(scope.companyId) ??
        new LibraryIndex(wholeCompany(scope.companyId), db, logger);
      libraries.set(scope.companyId, library);
      const index = await library.current(whole);
      const seenBy = scope.reader === scope.companyId ? undefined : [0, scope.reader];
      return { match: (filter) => index.match({ ...filter, seenBy }) };
    },
  };
}

class LibraryIndex {
  #index: SongIndex | undefined;
  /** All changes up to this one are in the index. */
  #revision = -1;
  #refreshing: Promise<void> | undefined;
  #building: Promise<SongIndex> | undefined;
  /** True if too many songs changed for an update: only a rebuild will include them. */
  #isBehind = false;

  constructor(
    private readonly scope: Scope,
    private readonly db: Db,
    private readonly logger: Pick<Logger, "warn">,
  ) {}

  async current(whole: boolean): Promise<SongIndex> {
    const revision = await findRevision(this.scope, this.db);
    while (!this.#index || this.#revision < revision) {
      if (!this.#index || (this.#isBehind && whole)) {
        await this.#build();
        continue;
      }
      if (this.#isBehind) break;
      // a refresh under way may miss this caller's change; the loop then starts another
      this.#refreshing ??= this.#refresh(this.#index).finally(() => {
        this.#refreshing = undefined;
      });
      await this.#refreshing;
    }
    return this.#index;
  }

  forget(ids: number[]): void {
    this.#index?.remove(ids);
  }

  async #refresh(index: SongIndex): Promise<void> {
    const revision = await findRevision(this.scope, this.db);
    const songs = await findSongsSince(this.scope, this.db, this.#revision, changesAtMost + 1);
    if (this.#index !== index) return; // a new one was built in the meantime
    if (songs.length > changesAtMost) {
      this.#isBehind = true;
      return this.#buildBehind();
    }
    index.update(songs);
    this.#revision = revision;
    const removed = (await countSongs(this.scope, this.db)) < index.size;
    if (removed || index.changes > changesAtMost) this.#buildBehind();
  }

  #buildBehind(): void {
    this.#build().catch((err: unknown) =>
      this.logger.warn({ err }, "the index of songs could not be made anew"),
    );
  }

  #build(): Promise<SongIndex> {
    this.#building ??= this.#read().finally(() => {
      this.#building = undefined;
      this.#isBehind = false;
    });
    return this.#building;
  }

  async #read(): Promise<SongIndex> {
    const revision = await findRevision(this.scope, this.db);
    const builder = new SegmentBuilder();
    const turn = turns();
    for (let after = 0, more = true; more; ) {
      const songs = await findSongsToIndex(this.scope, this.db, after, rowsASlice);
      for (const song of songs) {
        builder.add(song);
        if (turn.isOver()) await turn.next();
      }
      after = songs.at(-1)?.id ?? after;
      more = songs.length === rowsASlice;
    }
    const work = builder.finish();
    for (;;) {
      const step = work.next();
      if (step.done) {
        this.#index = new SongIndex(step.value);
        this.#revision = revision;
        return this.#index;
      }
      if (turn.isOver()) await turn.next();
    }
  }
}

/** Gives way to other work every few milliseconds. */
function turns() {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > sliceMs,
    async next() {
      await setImmediate();
      began = performance.now();
    },
  };
}
