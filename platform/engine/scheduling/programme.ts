import type { ArcPoint } from "#contract/schedule/day-arc";
import { pauseLimits, type ShareMeasure, topWaitLimits } from "#contract/schedule/separation-words";
import type { DayClock } from "./day-clock";
import { Dayparts } from "./dayparts";
import type { GroupDayInput, SchedulingCategory, SchedulingEvent, SchedulingSlot } from "./input";
import type { MixTurn } from "./mix-sequence";
import { turnsOf } from "./mix-turns";
import type { OpenWindows } from "./play-windows";
import { Rotation } from "./rotation";
import { bitOf, type CompiledRules, compileRules } from "./rules";
import { endOf, holds, overlaps } from "./slot-hours";
import type { SongIndex } from "./song-index";
import { byRest, byWeightedRest, onlyOpen, ranksOf, readMarks, weightsOf } from "./song-ranks";
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
              onlyOpen(
                ranksOf(this.index, this.categories.get(categoryId)?.songIds ?? [], slot),
                open,
              ),
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
      byRest(this.index, ranksOf(this.index, category?.songIds ?? [], limited ? slot : null)),
      windows,
    );
    const weights = weightsOf(this.index, category);
    const rotation = new Rotation(
      ranks,
      "BY_REST",
      0,
      weights,
      weights.size > 0 ? byWeightedRest(this.index, ranks, weights) : ranks,
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
      for (const rank of ranksOf(this.index, ids, null)) marks[rank] = as;
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
    return new Rotation(readMarks(marks), "BY_REST");
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
    return ranksOf(this.index, this.songsOf(event), null).length > 0;
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
        mix: turnsOf(slot, (categoryId) => this.meanLength(slot, categoryId)),
        shareBy: slot?.shareBy ?? "PLAYS",
        rules,
        depth,
        arc,
        ...fixedPointOf(slot),
        ownList: new Rotation(ranksOf(this.index, event.songIds, null), order, since),
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
        : turnsOf(slot, (categoryId) => this.meanLength(slot, categoryId));
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

  /** The mean length (s) of a play of a category, each song counted by its share of plays. */
  private meanLength(slot: SchedulingSlot | null, categoryId: number): number {
    const category = this.categories.get(categoryId);
    const ranks = ranksOf(this.index, category?.songIds ?? [], slot);
    const weights = weightsOf(this.index, category);
    let seconds = 0;
    let weight = 0;
    for (const rank of ranks) {
      seconds += (this.index.duration[rank] as number) * (weights.get(rank) ?? 1);
      weight += weights.get(rank) ?? 1;
    }
    return weight > 0 ? seconds / weight : this.index.meanDuration;
  }
}

const fixedPointOf = (slot: SchedulingSlot | null) => ({
  longestPause: slot?.longestPauseSeconds ?? pauseLimits.usual,
  topWaitSeconds: slot?.topWaitSeconds ?? topWaitLimits.usual,
  breaksRules: slot?.beforeFixedPoint === "BREAK_RULE",
});

const openSongs = (list: Rotation | null, open: OpenWindows | null): Rotation | null =>
  list && open ? list.limitTo((rank) => open.has(rank)) : list;
