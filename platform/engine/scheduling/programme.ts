import { sum } from "#contract/base/sum";
import type { ArcPoint } from "#contract/schedule/day-arc";
import { pauseLimits, type ShareMeasure, topWaitLimits } from "#contract/schedule/separation-words";
import type { DayClock } from "./day-clock";
import { Dayparts } from "./dayparts";
import type { GroupDayInput, SchedulingCategory, SchedulingEvent, SchedulingSlot } from "./input";
import type { MixTurn } from "./mix-sequence";
import type { OpenWindows } from "./play-windows";
import { Rotation } from "./rotation";
import { bitOf, type CompiledRules, compileRules } from "./rules";
import { NEVER, type SongIndex } from "./song-index";
import { handoversOf, type Takeover, takeoversOf } from "./takeovers";

/**
 * The slot, event and rules that apply at a moment: an event over a weekday's slot over the default
 * slot (step 1).
 */
export type Programme = {
  slot: SchedulingSlot | null;
  event: SchedulingEvent | null;
  mix: readonly MixTurn[];
  /** The measure of the mix's shares: songs or airtime. */
  shareBy: ShareMeasure;
  rules: CompiledRules;
  depth: number;
  /** The energy and mood that songs follow over the day; empty where none is asked. */
  arc: readonly ArcPoint[];
  /** The longest pause before a fixed point where no songs end at it, in seconds. */
  longestPause: number;
  /** Seconds that a top of the hour may wait for the end of a song. */
  topWaitSeconds: number;
  /** A person chose that unbreakable rules give way before a longer one. */
  breaksRules: boolean;
  /**
   * An event playlist's own songs in their order, before the mix is called; null where there is no
   * such list.
   */
  ownList: Rotation | null;
  /**
   * The rules for songs of that list: a person chose them, so minimum rest alone refuses one, and
   * other breaks are recorded.
   */
  listRules: CompiledRules;
  /** The songs whose play windows are open; null where no song of the day has one. */
  windows: OpenWindows | null;
};

/** All of a programme that holds whatever play windows are open. */
type Frame = Omit<Programme, "windows">;

const DEFAULT_DEPTH = 40;
const nothingAsked = compileRules([]);

/**
 * Answers what applies when, and hands out the rotation of a category under a slot's languages and
 * moods, and the play windows that are open.
 */
export class Programmes {
  /** All that may play outside of events: songs that only events have stay in them. */
  readonly library: Rotation;
  /** Elapsed seconds at which an event takes over or gives back. */
  readonly handovers: readonly number[];
  private readonly takeovers: readonly Takeover[];
  private readonly slots: SchedulingSlot[];
  private readonly frames = new Map<string, Frame>();
  private readonly programmes = new Map<string, Programme>();
  private readonly rotations = new Map<string, Rotation>();
  private readonly libraries = new Map<string, Rotation>();
  private readonly categories: Map<number, SchedulingCategory>;
  private dayparts: Dayparts | undefined;

  constructor(
    private readonly input: GroupDayInput,
    private readonly index: SongIndex,
    private readonly clock: DayClock,
  ) {
    const weekday = ((new Date(`${input.date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
    this.slots = [
      ...input.slots.filter(({ weekdays }) => weekdays.includes(weekday)),
      ...input.slots.filter((slot) => !slot.weekdays.length),
    ];
    this.categories = new Map(input.categories.map((category) => [category.id, category]));
    this.library = this.libraryWith([]);
    this.takeovers = takeoversOf(
      input.events.filter((event) => this.hasSong(event)),
      input.spots,
      clock,
      index.shortDuration,
    );
    this.handovers = handoversOf(this.takeovers);
  }

  /**
   * Finds the programme at an elapsed second. Slots hold by the wall clock, events from their
   * beginning to their end.
   */
  at(elapsed: number): Programme {
    const wall = this.clock.wallAt(elapsed);
    const slot = this.slotAt(wall);
    const event =
      this.takeovers.find(({ from, to }) => from <= elapsed && elapsed < to)?.event ?? null;
    const windows = this.index.windows.at(wall);
    const frameKey = `${slot?.id}|${event?.id}|${event?.from}`;
    const key = `${frameKey}|${windows?.key}`;
    const existingProgramme = this.programmes.get(key);
    if (existingProgramme) return existingProgramme;
    // the mix goes on when a window opens or closes
    const frame = this.frames.get(frameKey) ?? this.make(slot, event);
    this.frames.set(frameKey, frame);
    const programme = { ...frame, windows, ownList: openSongs(frame.ownList, windows) };
    this.programmes.set(key, programme);
    return programme;
  }

  private slotAt(wall: number): SchedulingSlot | null {
    return this.slots.find((one) => holds(one, wall) || holds(one, wall - 86_400)) ?? null;
  }

  /** The rules of a slot; where one looks at dayparts, all slots are asked about the same ones. */
  private rulesOf({ rules }: SchedulingSlot): CompiledRules {
    if (rules.some(({ name }) => name === "DAYPART_ROTATION"))
      this.dayparts ??= new Dayparts(
        {
          slots: this.slots.filter((slot) =>
            this.input.opening.some(({ from, to }) => overlaps(slot, from, to)),
          ),
          slotAt: (wall) => this.slotAt(wall),
          songsOf: (slot) => {
            const open = this.index.windows.within(slot.from, endOf(slot));
            return slot.mix.map(({ categoryId }) =>
              onlyOpen(this.ranksOf(this.categories.get(categoryId)?.songIds ?? [], slot), open),
            );
          },
          history: this.input.history,
        },
        this.index,
        this.clock,
      );
    return compileRules(rules, this.dayparts);
  }

  rotation({ slot, windows }: Programme, categoryId: number): Rotation {
    const limited = slot?.languages || slot?.moods;
    const key = `${limited ? slot.id : ""}|${categoryId}|${windows?.key}`;
    const existingRotation = this.rotations.get(key);
    if (existingRotation) return existingRotation;
    const category = this.categories.get(categoryId);
    const ranks = onlyOpen(
      this.byRest(this.ranksOf(category?.songIds ?? [], limited ? slot : null)),
      windows,
    );
    const weights = this.weightsOf(category);
    const rotation = new Rotation(
      ranks,
      "BY_REST",
      0,
      weights,
      weights.size > 0 ? this.byWeightedRest(ranks, weights) : ranks,
    );
    this.rotations.set(key, rotation);
    return rotation;
  }

  /** All that may play under a programme, where nothing else is left. */
  libraryOf({ event, windows }: Programme): Rotation {
    const key = `${event?.id}|${windows?.key}`;
    const existingLibrary = this.libraries.get(key);
    if (existingLibrary) return existingLibrary;
    const library = event ? this.libraryWith(this.songsOf(event)) : this.library;
    const openLibrary = openSongs(library, windows) ?? library;
    this.libraries.set(key, openLibrary);
    return openLibrary;
  }

  private libraryWith(songIds: ArrayLike<number>): Rotation {
    const marks = this.index.allowed.slice();
    const mark = (ids: ArrayLike<number>, as: 0 | 1) => {
      for (const rank of this.ranksOf(ids, null)) marks[rank] = as;
    };
    const { events } = this.input;
    const ofEvents = new Set(
      events.flatMap((event) => ("category" in event ? [event.category.id] : [])),
    );
    const ids = events.flatMap((event) => Array.from(this.songsOf(event)));
    if (ids.length > 0) {
      mark(ids, 0);
      for (const category of this.categories.values())
        if (!ofEvents.has(category.id)) mark(category.songIds, 1);
      mark(songIds, 1);
    }
    return new Rotation(marked(marks), "BY_REST");
  }

  /**
   * Lists the charts to play if the called category has nothing: the slot's own fallback, then the
   * fallback of all slots.
   */
  fallbacks(programme: Programme): Rotation[] {
    const own = programme.slot?.fallback?.categoryId ?? null;
    return [own, this.input.fallbackCategoryId].flatMap((id) =>
      id === null ? [] : [this.rotation(programme, id)],
    );
  }

  /** False for an event without a song that may play here: it does not change the day. */
  private hasSong(event: SchedulingEvent): boolean {
    return this.ranksOf(this.songsOf(event), null).length > 0;
  }

  private songsOf(event: SchedulingEvent): ArrayLike<number> {
    return "songIds" in event
      ? event.songIds
      : (this.categories.get(event.category.id)?.songIds ?? []);
  }

  private make(slot: SchedulingSlot | null, event: SchedulingEvent | null): Frame {
    const rules = slot ? this.rulesOf(slot) : nothingAsked;
    const depth = slot?.searchDepth ?? DEFAULT_DEPTH;
    const arc = slot?.arc ?? [];
    if (event && "songIds" in event) {
      const order = event.loops ? "LOOPED" : "AS_LISTED";
      // near the top of an hour it may take over a little before its own time
      const since =
        this.takeovers.find((one) => one.event === event)?.from ?? this.clock.startOf(event.from);
      return {
        slot,
        event,
        mix: this.turnsOf(slot),
        shareBy: slot?.shareBy ?? "PLAYS",
        rules,
        depth,
        arc,
        ...fixedPointOf(slot),
        ownList: new Rotation(this.ranksOf(event.songIds, null), order, since),
        listRules: {
          ...rules,
          unbreakable: rules.restSeconds === null ? 0 : bitOf.MINIMUM_REST,
          breakable: [],
          givenUp: [],
        },
      };
    }
    const mix =
      event && "category" in event
        ? [
            {
              categoryId: event.category.id,
              name: event.category.name,
              percent: 100,
              playPercent: 100,
            },
          ]
        : this.turnsOf(slot);
    return {
      slot,
      event,
      mix,
      shareBy: slot?.shareBy ?? "PLAYS",
      rules,
      depth,
      arc,
      ...fixedPointOf(slot),
      ownList: null,
      listRules: rules,
    };
  }

  /**
   * The mix with its shares of plays. Shares of airtime become such by the mean length of each
   * category's songs: a category of long songs plays fewer of them.
   */
  private turnsOf(slot: SchedulingSlot | null): MixTurn[] {
    const { mix = [], shareBy = "PLAYS" } = slot ?? {};
    if (shareBy === "PLAYS") return mix.map((entry) => ({ ...entry, playPercent: entry.percent }));
    const plays = mix.map(({ categoryId, percent }) => percent / this.meanLength(slot, categoryId));
    const all = sum(plays);
    const turns = mix.map((entry, place) => ({
      ...entry,
      playPercent: inBinary((100 * (plays[place] as number)) / all),
    }));
    const [most] = [...turns].sort((one, other) => other.playPercent - one.playPercent);
    if (most) most.playPercent += 100 - turns.reduce((sum, turn) => sum + turn.playPercent, 0);
    return turns;
  }

  /** The mean length (s) of a play of a category, each song counted by its share of plays. */
  private meanLength(slot: SchedulingSlot | null, categoryId: number): number {
    const category = this.categories.get(categoryId);
    const ranks = this.ranksOf(category?.songIds ?? [], slot);
    const weights = this.weightsOf(category);
    let seconds = 0;
    let weight = 0;
    for (const rank of ranks) {
      seconds += (this.index.duration[rank] as number) * (weights.get(rank) ?? 1);
      weight += weights.get(rank) ?? 1;
    }
    return weight > 0 ? seconds / weight : this.index.meanDuration;
  }

  /**
   * Ascending and each once, by marking them all and reading the marks off: several times as fast
   * as sorting.
   */
  private byRest(ranks: Int32Array): Int32Array {
    const marks = new Uint8Array(this.index.count);
    for (const rank of ranks) marks[rank] = 1;
    return marked(marks);
  }

  /** Gives the weights above 1, by rank. */
  private weightsOf(category: SchedulingCategory | undefined): Map<number, number> {
    const weightByRank = new Map<number, number>();
    const { songIds = [], weights = [] } = category ?? {};
    for (let place = 0; place < weights.length; place++) {
      const rank = this.index.rankOf(songIds[place] as number);
      const weight = weights[place] as number;
      if (rank !== undefined && weight > 1) weightByRank.set(rank, weight);
    }
    return weightByRank;
  }

  /**
   * Sorts by rest times weight, the most first. Songs that never played rest longer than all
   * others, in the order drawn for the day.
   */
  private byWeightedRest(ranks: Int32Array, weights: ReadonlyMap<number, number>): Int32Array {
    const { lastPlay, count } = this.index;
    let longest = 0;
    for (const rank of ranks)
      if (lastPlay[rank] !== NEVER) longest = Math.max(longest, -(lastPlay[rank] as number));
    const never = longest + 86_400;
    const rests = new Float64Array(count);
    for (const rank of ranks) {
      const rest =
        lastPlay[rank] === NEVER
          ? never * (1 + (count - rank) / count)
          : Math.max(0, -(lastPlay[rank] as number));
      rests[rank] = rest * (weights.get(rank) ?? 1);
    }
    return ranks
      .slice()
      .sort((one, other) => (rests[other] as number) - (rests[one] as number) || one - other);
  }

  /**
   * Step 4: of the songs named, those that may play today, in the slot's languages and moods. Songs
   * of unknown language or mood stay.
   */
  private ranksOf(ids: ArrayLike<number>, slot: SchedulingSlot | null): Int32Array {
    const { index } = this;
    const ranks = new Int32Array(ids.length);
    let count = 0;
    for (let place = 0; place < ids.length; place++) {
      const rank = index.rankOf(ids[place] as number);
      if (rank === undefined || index.allowed[rank] === 0) continue;
      const song = index.songs[rank];
      if (
        slot?.languages &&
        song &&
        song.language !== null &&
        !slot.languages.includes(song.language)
      )
        continue;
      if (slot?.moods && song && song.mood !== null && !slot.moods.includes(song.mood)) continue;
      ranks[count++] = rank;
    }
    return ranks.slice(0, count);
  }
}

/** The nearest share that sums of thousands of plays keep exact. */
const inBinary = (percent: number) => Math.round(percent * 1024) / 1024;

const fixedPointOf = (slot: SchedulingSlot | null) => ({
  longestPause: slot?.longestPauseSeconds ?? pauseLimits.usual,
  topWaitSeconds: slot?.topWaitSeconds ?? topWaitLimits.usual,
  breaksRules: slot?.beforeFixedPoint === "BREAK_RULE",
});

/** A slot written over midnight (22:00 to 02:00) ends on the next day. */
const endOf = ({ from, to }: Pick<SchedulingSlot, "from" | "to">) => (to > from ? to : to + 86_400);

function holds(slot: SchedulingSlot, wall: number): boolean {
  return slot.from <= wall && wall < endOf(slot);
}

/** True if a slot, as it holds today or from yesterday, meets a stretch of the wall clock. */
function overlaps({ from, to }: SchedulingSlot, opens: number, closes: number): boolean {
  const end = endOf({ from, to });
  return [0, 86_400].some((later) => from + later < closes && opens < end + later);
}

const openSongs = (list: Rotation | null, open: OpenWindows | null): Rotation | null =>
  list && open ? list.limitTo((rank) => open.has(rank)) : list;

const onlyOpen = (ranks: Int32Array, open: OpenWindows | null): Int32Array =>
  open ? ranks.filter((rank) => open.has(rank)) : ranks;

function marked(marks: Uint8Array): Int32Array {
  const ranks = new Int32Array(marks.length);
  let count = 0;
  for (let rank = 0; rank < marks.length; rank++) if (marks[rank] === 1) ranks[count++] = rank;
  return ranks.slice(0, count);
}
