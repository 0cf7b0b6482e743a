import type { PickStage, PositionDifference } from "#contract/schedule/positions";
import type { GroupPlan, PlannedSong } from "./group-plan";
import type { MixTurn } from "./mix-sequence";
import { type Candidates, type Desk, draw, gather } from "./pick";
import type { Programme } from "./programme";
import { type CompiledRules, namesOf } from "./rules";

/** A song chosen for a position, with how it was chosen. */
export type Choice = {
  rank: number;
  programme: Programme;
  entry: MixTurn | null;
  stage: PickStage;
  searched: number;
  candidates: number;
  pool: number;
  chance: number | null;
  planned: PlannedSong | null;
  difference: PositionDifference | null;
};

/**
 * Fills one position in the open part of an hour, at most `longest` seconds long. With a plan,
 * keeps its song if this store may play it, else replaces it by one of the same category. Null only
 * if nothing at all may play.
 */
export function chooseNext(
  desk: Desk,
  plan: GroupPlan | null,
  at: number,
  longest: number,
): Choice | null {
  const programme = desk.programmes.at(at);
  const planned = plan?.due(desk.clock.wallAt(at), programme);
  const because = planned && refusal(desk, programme, planned, at);
  if (planned && because === null) {
    const plannedChoice = keep(desk, programme, planned);
    if ((desk.index.duration[plannedChoice.rank] as number) <= longest) return plannedChoice;
  }
  const entry =
    (because && entryOf(programme, planned?.categoryId ?? null)) ||
    (desk.mix.due(programme.mix) ?? null);
  const candidates = gather(desk, { at, programme, entry, room: longest });
  const place = candidates ? draw(candidates, desk.random) : -1;
  if (!candidates || place < 0) return null;
  const choice = makeChoice(candidates, place, programme, entry);
  if (planned && because) {
    return {
      ...choice,
      planned,
      difference: {
        kind: "REPLACED",
        plannedSongId: planned.songId,
        plannedSeconds: planned.at,
        because,
      },
    };
  }
  return plan
    ? {
        ...choice,
        difference: inserted(desk, plan, {
          programme,
          at,
          because: planned ? "FIT" : "NOTHING_PLANNED",
        }),
      }
    : choice;
}

export function makeChoice(
  candidates: Candidates,
  place: number,
  programme: Programme,
  entry: MixTurn | null,
): Choice {
  const givenUp = ((candidates.broken[place] as number) & programme.rules.unbreakable) !== 0;
  return {
    rank: candidates.ranks[place] as number,
    programme,
    // the mix called none of an event's own list
    entry: candidates.stage === "EVENT" ? null : entry,
    stage:
      givenUp && (candidates.stage === "CATEGORY" || candidates.stage === "WIDENED")
        ? "RELAXED"
        : candidates.stage,
    searched: candidates.searched,
    candidates: candidates.ranks.length,
    pool: candidates.pool,
    chance: candidates.stage === "EVENT" ? null : shareOf(candidates, place),
    planned: null,
    difference: null,
  };
}

/** To four decimals: nobody reads more, and every trace is stored. */
const shareOf = ({ weights, total }: Candidates, place: number) =>
  Math.round((10_000 * (weights[place] as number)) / total) / 10_000;

/** The plan's song as a choice. The caller has made sure that it may play. */
export function keep(desk: Desk, programme: Programme, planned: PlannedSong): Choice {
  const rank = desk.index.rankOf(planned.songId) as number;
  const entry = entryOf(programme, planned.categoryId);
  const pool = entry ? desk.programmes.rotation(programme, entry.categoryId).size : 0;
  return {
    rank,
    programme,
    entry,
    stage: "PLANNED",
    searched: 0,
    candidates: 1,
    pool,
    chance: null,
    planned,
    difference: null,
  };
}

/**
 * Why the plan's song may not play here: not allowed at this store, outside its play window, or it
 * breaks an unbreakable rule that it keeps in the plan.
 */
export function refusal(desk: Desk, programme: Programme, planned: PlannedSong, at: number) {
  const rank = desk.index.rankOf(planned.songId);
  if (rank === undefined || desk.index.allowed[rank] === 0) return "NOT_ALLOWED";
  if (programme.windows?.has(rank) === false) return "PLAY_WINDOW";
  const rules = rulesFor(programme, planned);
  const broken = desk.times.brokenBehind(rank, at, desk.clock.wallAt(at), rules);
  return namesOf(broken & rules.unbreakable & ~planned.broken)[0] ?? null;
}

/**
 * Explains why a song is here that the plan does not have: an event that is not in the plan, an
 * hour that the clocks repeat, or the given reason.
 */
export function inserted(
  { clock }: Desk,
  plan: GroupPlan,
  {
    programme: { event },
    at,
    because,
  }: { programme: Programme; at: number; because: "FIT" | "NOTHING_PLANNED" },
): PositionDifference {
  if (event && !plan.hasEvent(event.id)) return { kind: "INSERTED", because: "EVENT" };
  const isRepeated = clock.elapsedAt(clock.wallAt(at))[0] !== at;
  return { kind: "INSERTED", because: isRepeated ? "REPEATED_HOUR" : because };
}

/**
 * The rules that hold for a song: those of the event's own list where no category was called for
 * it.
 */
export const rulesFor = (
  { rules, listRules, ownList }: Programme,
  { categoryId }: { categoryId: number | null },
): CompiledRules => (ownList && categoryId === null ? listRules : rules);

function entryOf(programme: Programme, categoryId: number | null): MixTurn | null {
  return programme.mix.find((entry) => entry.categoryId === categoryId) ?? null;
}
