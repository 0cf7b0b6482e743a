import { showClock, showInstant, showPlaylistDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { RuleTrial, TriedOutcome, WhatIf } from "#contract/schedule/what-if";
import { breakLabels } from "#contract/schedule/words";
import { wholePercent } from "~/lib/words/percent";
import { type MoodStretch, moodStretches } from "./arc-lines";
import { whatIfTexts } from "./rule-texts";

/** One figure for the present and the trial rule. */
export type TriedRow = { label: string; present: string; trial: string };
export type WhatIfWords = {
  lead: string;
  figures: TriedRow[];
  turnover: TriedRow[];
  songs: TriedRow[];
  breaks: { title: string; points: { label: string; values: number[] }[] };
  /** Null where neither rule has an arc. */
  energy: { label: string; values: (number | null)[] }[] | null;
  moods: {
    stretches: MoodStretch[];
    points: { label: string; values: (number | null)[] }[];
  } | null;
};

export type TrialProgress = { words: string; day: number; days: number };

/** A person's own trial of a rule: a link to it, or where the page opens it, what came of it. */
export type TrialWords = {
  to: string;
  isOpen: boolean;
  lead: string;
  progress: TrialProgress | null;
  /** Answers how far it is by then. */
  progressTo: string;
  failure: string | null;
  whatIf: WhatIfWords | null;
};

type TrialPage = {
  to: string;
  progressTo: string;
  isOpen: boolean;
  timeZone: string;
  figures: Figures;
};

/** Says how far the trial of a rule is, and once it is done compares it with the present one. */
export function trialWords(
  trial: RuleTrial,
  { to, progressTo, isOpen, timeZone, figures }: TrialPage,
): TrialWords {
  const { startedAt, reason, result } = trial;
  return {
    to,
    isOpen,
    lead: whatIfTexts.started(showInstant(new Date(startedAt), timeZone)),
    progress: progressOf(trial),
    progressTo,
    failure: reason,
    whatIf: isOpen && result ? whatIfWords(result, figures) : null,
  };
}

/** Says how far a trial is; null once it is over. */
export function progressOf({ state, day, days }: RuleTrial): TrialProgress | null {
  if (state !== "waiting" && state !== "running") return null;
  return { words: state === "waiting" ? whatIfTexts.waits : whatIfTexts.day(day, days), day, days };
}

/** Compares a rule that was tried with the present one, in words. */
export function whatIfWords(
  { groupName, from, to, present, trial, songs }: WhatIf,
  figures: Figures,
): WhatIfWords {
  const { figure } = figures;
  const triedRow = (label: string, wordsOf: (outcome: TriedOutcome) => string): TriedRow => ({
    label,
    present: wordsOf(present),
    trial: wordsOf(trial),
  });
  const sameHours = present.sameHour.map(({ days }, place) =>
    triedRow(whatIfTexts.sameHour(days), ({ sameHour, plays }) =>
      percent(sameHour[place]?.plays ?? 0, plays),
    ),
  );
  const causes = [...new Set([...trial.causes, ...present.causes].map(({ cause }) => cause))];
  const parts = new Map(
    [...present.parts, ...trial.parts].map(({ categoryId, name }) => [categoryId, name]),
  );
  return {
    lead: whatIfTexts.lead(groupName, showPlaylistDate(from), showPlaylistDate(to)),
    figures: [
      triedRow("Plays", ({ plays }) => figure(plays)),
      triedRow("Different songs", (outcome) => figure(outcome.songs)),
      triedRow("Songs never played", ({ neverPlayed }) => figure(neverPlayed)),
      triedRow("Silence", ({ pauseSeconds }) => `${figure(Math.round(pauseSeconds / 60))} min`),
      ...sameHours,
      triedRow("Rule breaks", ({ breaks }) => figure(breaks)),
      ...causes.map((cause) =>
        triedRow(breakLabels[cause], (outcome) =>
          figure(outcome.causes.find((one) => one.cause === cause)?.songs ?? 0),
        ),
      ),
    ],
    turnover: [...parts].map(([categoryId, name]) =>
      triedRow(name, (outcome) => {
        const hours = outcome.parts.find((one) => one.categoryId === categoryId)?.turnoverHours;
        return hours === null || hours === undefined ? "Not played" : `${figure(hours)} h`;
      }),
    ),
    songs: songs.map((song) => ({
      label: `${song.title}, ${song.artist}`,
      present: figure(song.present),
      trial: figure(song.trial),
    })),
    energy: energyPoints(present, trial),
    moods: moodPoints(present, trial),
    breaks: {
      title: breaksFinding(present, trial, figures),
      points: hoursOf(present, trial).map((hour) => ({
        label: showClock(hour * 3600),
        values: [present, trial].map(
          ({ hours }) => hours.find((one) => one.hour === hour)?.breaks ?? 0,
        ),
      })),
    },
  };
}

/** By hour what the rule asks for, and what plays now and by it. */
function energyPoints(present: TriedOutcome, trial: TriedOutcome): WhatIfWords["energy"] {
  const points = hoursOf(present, trial).map((hour) => {
    const [now, then] = [present, trial].map(({ hours }) => hours.find((one) => one.hour === hour));
    return {
      label: showClock(hour * 3600),
      values: [
        then?.askedEnergy ?? now?.askedEnergy ?? null,
        now?.energy ?? null,
        then?.energy ?? null,
      ],
    };
  });
  return points.some(({ values: [targetMood] }) => targetMood !== null) ? points : null;
}

/** By hour the mood that the rule asks for, and the share of plays that have it, now and by it. */
function moodPoints(present: TriedOutcome, trial: TriedOutcome): WhatIfWords["moods"] {
  const hours = hoursOf(present, trial).map((hour) => {
    const outcomes = [present, trial].map((one) => one.hours.find((own) => own.hour === hour));
    const target = outcomes[1]?.askedMood ?? outcomes[0]?.askedMood ?? null;
    return {
      hour,
      mood: target?.name ?? null,
      values: outcomes.map((hour) => shareOf(hour, target)),
    };
  });
  const stretches = moodStretches(hours);
  return (
    stretches && {
      stretches,
      points: hours.map(({ hour, values }) => ({ label: showClock(hour * 3600), values })),
    }
  );
}

function shareOf(
  hour: TriedOutcome["hours"][number] | undefined,
  targetMood: { id: number } | null,
): number | null {
  if (!hour || !targetMood) return null;
  const plays = hour.moods.find(({ moodId }) => moodId === targetMood.id)?.plays ?? 0;
  return wholePercent(plays, hour.plays);
}

function breaksFinding(present: TriedOutcome, trial: TriedOutcome, { figure }: Figures): string {
  const { breaks } = trial;
  if (breaks === present.breaks) return whatIfTexts.sameBreaks(figure(breaks));
  return whatIfTexts.otherBreaks(figure(present.breaks), figure(breaks));
}

const hoursOf = (...outcomes: TriedOutcome[]) =>
  [...new Set(outcomes.flatMap(({ hours }) => hours.map(({ hour }) => hour)))].sort(
    (one, other) => one - other,
  );

const percent = (part: number, of: number) =>
  `${Number(((100 * part) / Math.max(1, of)).toFixed(1))}%`;
