import { showClock, showLength } from "#contract/base/dates";
import { kindOfCategory, lineKindLabels } from "#contract/schedule/mix-words";
import type { MusicLine, PlaylistLine } from "#contract/schedule/playlist-lines";
import { rowRules, ruleLabels } from "#contract/schedule/separation-words";
import { sourceWords } from "~/features/schedule/rule-words";
import { windowWords } from "~/lib/stores/hours-words";
import { reasonTexts } from "./texts";

type Reason = MusicLine["reason"];

const pointWords = {
  TOH: "the top of the hour",
  AD: "an ad",
  LOCKED: "a locked song",
  EVENT: "an event playlist",
  CLOSE: "closing time",
} as const;
const tempoWords = [
  "the same tempo as the song before",
  "one step from the song before",
  "two steps from the song before",
];

/** Explains in a few words beside a line why it was scheduled there. */
export function shortReason(line: PlaylistLine): string {
  if (line.kind !== "MUSIC") return spotWords(line);
  const { event, category, stage, difference, fit } = line.reason;
  if (difference) return differenceWords(difference);
  if (fit?.forLength && stage === "LEAST_RECENT")
    return "From outside the chart, chosen for its length";
  if (stage === "LEAST_RECENT") return "Least recently played song, as no other was left";
  if (stage === "FALLBACK") return "Fallback chart";
  if (event && (category === null || category.id === -event.id)) return `Event: ${event.name}`;
  return category ? `${lineKindLabels[kindOfCategory(category.id)]}: ${category.name}` : "";
}

/** Explains point by point why a song was scheduled there. */
export function reasonFacts({ reason }: MusicLine): Fact[] {
  const { fit, difference } = reason;
  const facts = [
    ...sourceFacts(reason),
    ...separationFacts(reason),
    ...dayFacts(reason),
    ...neighbourFacts(reason),
    choiceFact(reason),
    ...(fit
      ? [
          {
            term: "Fit",
            value: `Chosen by its length to end at ${pointWords[fit.before]}${residualWords(fit.residualSeconds)}${fit.keepsRules ? ", so that no rule is broken" : ""}`,
          },
        ]
      : []),
    ...(difference ? [{ term: "In this store", value: differenceWords(difference) }] : []),
  ];
  const unmetRules = [...reason.broken, ...reason.relaxed].map((name) => ruleLabels[name]);
  if (unmetRules.length === 0) return facts;
  const cause = fit?.forLength
    ? "no song that keeps to it has the length needed"
    : "no song was left that kept to it";
  return [{ term: "Rule break", value: `${capital(unmetRules.join(", "))}: ${cause}` }, ...facts];
}

type Fact = { term: string; value: string };

/** Names the event, slot and rule that called for the song. */
const sourceFacts = ({ event, slot, category }: Reason): Fact[] => [
  ...(event
    ? [
        {
          term: "Event",
          value: `${event.name}, ${sourceWords(event.source, false).replace("inherited from", "of")}`,
        },
      ]
    : []),
  {
    term: "Slot",
    value: slot
      ? `${slot.name}, ${category ? `${category.percent}% ${category.name}` : "no chart"}`
      : "No slot applies",
  },
  {
    term: "Rule",
    value: slot ? capital(sourceWords(slot.source, false).replace("inherited from", "of")) : "None",
  },
];

/** Tells how long ago the song, its artist, title and album played. */
const separationFacts = ({ rest, artist, title, album }: Reason): Fact[] => [
  { term: "Rest", value: separationWords("since it last played", "28 days", rest) },
  ...(artist
    ? [{ term: "Artist", value: separationWords(`since ${artist.name}`, "week", artist) }]
    : []),
  { term: "Title", value: separationWords("since this title", "week", title) },
  ...(album
    ? [{ term: "Album", value: separationWords(`since ${album.name}`, "week", album) }]
    : []),
];

/** Compares the song with those before it. */
const neighbourFacts = ({ tempo, energy, rows }: Reason): Fact[] => [
  ...(tempo.step === null
    ? []
    : [
        {
          term: "Tempo",
          value: capital(tempoWords[tempo.step] ?? `${tempo.step} steps`) + limitWords(tempo.limit),
        },
      ]),
  ...(energy.step === null || energy.limit === null
    ? []
    : [
        {
          term: "Energy",
          value: `${energy.step} from the song before${limitWords(energy.limit)}`,
        },
      ]),
  ...rows.map(({ rule, place, limit }) => ({
    term: capital(rowRules[rule]),
    value:
      place === 1
        ? `Another ${rowRules[rule]} than before, at most ${limit} in a row`
        : `${place} in a row, at most ${limit}`,
  })),
];

/** Explains how the hours, days and time slots around a song affected its choice. */
function dayFacts({
  sameHourYesterday,
  sameHour,
  sameHourLastWeek,
  playsToday,
  dayparts,
  arc,
  moodArc,
  windows = [],
}: Reason): { term: string; value: string }[] {
  return [
    sameHour
      ? {
          term: "Same hour",
          value:
            sameHour.days === null
              ? `Not within ${sameHour.limit} days`
              : `${daysWords(sameHour.days)} away, more than ${sameHour.limit} wanted`,
        }
      : {
          term: "Yesterday",
          value: sameHourYesterday ? reasonTexts.hourYesterday : reasonTexts.otherHourYesterday,
        },
    ...(sameHourLastWeek === undefined
      ? []
      : [
          {
            term: "Last week",
            value: sameHourLastWeek ? reasonTexts.hourLastWeek : reasonTexts.otherHourLastWeek,
          },
        ]),
    ...(playsToday
      ? [
          {
            term: "Plays today",
            value: `Number ${playsToday.place}, at most ${playsToday.limit}`,
          },
        ]
      : []),
    ...(dayparts
      ? [
          {
            term: "Time slots",
            value: reasonTexts.slotsBetween(dayparts.between, dayparts.others),
          },
        ]
      : []),
    ...(arc
      ? [
          {
            term: "Energy over the day",
            value: reasonTexts.arc(
              arc.energy === null ? null : String(arc.energy),
              String(arc.asked),
            ),
          },
        ]
      : []),
    ...(moodArc
      ? [
          {
            term: "Mood over the day",
            value: reasonTexts.moodArc(moodArc.isMet, moodArc.asked.name),
          },
        ]
      : []),
    ...(windows.length > 0
      ? [{ term: "Play window", value: windows.map(windowWords).join("; ") }]
      : []),
  ];
}

const daysWords = (days: number) => (days === 1 ? "1 day" : `${days} days`);

function residualWords(seconds: number): string {
  if (seconds < 0) return `, which waits ${-seconds} s`;
  return seconds > 0 ? `, ${seconds} s before it` : "";
}

/**
 * Says why an ad does not play when it was booked. Moving for a song's end needs no
 * words.
 */
const movedWords = {
  TIME_TAKEN: ", as another spot plays at that time",
  ONE_BREAK: ", in one break with the next, as no song fits between",
  NO_SONG_FITS: "",
  SKIPPED_HOUR: "",
  SONG_END: "",
};

function spotWords({ reason }: Exclude<PlaylistLine, MusicLine>): string {
  if (reason.why === "TOP_OF_HOUR")
    return reason.movedSeconds > 0
      ? `Top of the hour, ${reason.movedSeconds} s later for the end of the song`
      : "Top of the hour, fixed";
  if (reason.why === "FLOATED")
    return `Set for ${showClock(reason.bookedSeconds)}, plays when the song ends`;
  const booked = `Booked ${showClock(reason.bookedSeconds)}`;
  if (reason.movedSeconds === 0) return booked;
  const moved = showLength(Math.abs(reason.movedSeconds));
  return `${booked}, ${moved} ${reason.movedSeconds > 0 ? "later" : "earlier"}${reason.because ? movedWords[reason.because] : ""}`;
}

function differenceWords(difference: NonNullable<Reason["difference"]>): string {
  switch (difference.kind) {
    case "SHIFTED":
      return `Same as in the group, where it plays at ${showClock(difference.plannedSeconds, true)}`;
    case "REPLACED":
      if (difference.because === "NOT_ALLOWED") return "Replaces a song that is not licensed here";
      return difference.because === "PLAY_WINDOW"
        ? reasonTexts.replacesClosed
        : `Replaces the group's song: ${ruleLabels[difference.because]}`;
    case "INSERTED":
      if (difference.because === "OWN_ROTATION")
        return "Chosen from the songs that are licensed here";
      if (difference.because === "EVENT") return "Only in this store, for its event playlist";
      return difference.because === "FIT"
        ? "Only in this store, to fill the time to a fixed point"
        : "Only in this store, as the group has nothing planned at this time";
    case "SPOT_INSERTED":
      return "Only in this store";
  }
}

/** Describes the time since a play; `period` is how far back the engine looks. */
export function separationWords(
  what: string,
  period: string,
  { seconds, askedSeconds }: { seconds: number | null; askedSeconds: number | null },
): string {
  const gap =
    seconds === null ? `Not played in the last ${period}` : `${spanWords(seconds)} ${what}`;
  return askedSeconds === null ? gap : `${gap}, minimum ${spanWords(askedSeconds)}`;
}

function choiceFact({ candidates, pool, searched, chance, stage }: Reason): {
  term: string;
  value: string;
} {
  if (stage === "LOCKED") return { term: "Chosen", value: "By a person" };
  if (stage === "PLANNED") return { term: "Chosen", value: "As in the group playlist" };
  const fitted = `${candidates} of the ${searched} longest-rested songs fitted, out of ${pool}`;
  return {
    term: "Candidates",
    value:
      chance === null ? fitted : `${fitted}; this one had a chance of ${Math.round(chance * 100)}%`,
  };
}

/** Formats a duration: 45 s, 12 min, 3 h 5 min, 2 days. */
export function spanWords(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes >= 48 * 60) return `${Math.floor(minutes / 1440)} days`;
  return minutes % 60 === 0
    ? `${minutes / 60} h`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const limitWords = (limit: number | null) => (limit === null ? "" : `, ${limit} allowed`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
