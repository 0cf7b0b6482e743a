import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#contract/base/dates";
import { splitCredit } from "#contract/schedule/artist-credit";
import type { MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import type { SeparationRule } from "#contract/schedule/separation-rules";
import {
  minuteRules,
  type RuleName,
  rowRuleNames,
  rowRules,
} from "#contract/schedule/separation-words";
import { cases } from "../../tests/support/drawn-cases.ts";
import {
  type GroupDayInput,
  mayPlay,
  rateSongs,
  type SchedulingSong,
  scheduleGroupDay,
} from "./scheduling";
import { hourlySpots, sampleDay, sampleSlot } from "./scheduling/sample-day";
import { seededRandom } from "./scheduling/seeded-random";

const HOUR = 3600;
const NOON = 12 * HOUR;
const DAY = 24 * HOUR;
const hourOf = (at: number) => Math.floor((((at % DAY) + DAY) % DAY) / HOUR);
const music = (positions: readonly PlaylistPosition[]) =>
  positions.filter((position): position is MusicPosition => position.kind === "MUSIC");

/**
 * A day whose songs have all that rules look at; every twelfth has no album, language or era that
 * is known.
 */
function richDay(
  songCount: number,
  unitId: number,
  over: Partial<GroupDayInput> = {},
): GroupDayInput {
  const random = seededRandom("rich", unitId);
  const draw = (most: number) => 1 + Math.floor(random() * most);
  const songs = sampleDay({ songCount, seed: unitId }).songs.map((song, place): SchedulingSong => {
    const hasMetadata = place % 12 !== 0;
    const drawn = {
      album: `Album ${draw(songCount / 5)}`,
      language: draw(2),
      mood: draw(3),
      genre: draw(4),
      era: draw(3),
      vocal: draw(4),
      energy: draw(100),
    };
    return {
      ...song,
      ...drawn,
      ...(!hasMetadata && { album: null, language: null, era: null, vocal: null }),
      title: `Song ${place % 50}${place % 3 ? "" : " (Live)"}`,
    };
  });
  return sampleDay({
    songs,
    unitId,
    opening: [{ from: 9 * HOUR, to: 14 * HOUR }],
    spots: hourlySpots(9, 14),
    ...over,
  });
}

const breakable = fc.boolean();
const anyRule: fc.Arbitrary<SeparationRule> = fc.oneof(
  fc.record({
    name: fc.constantFrom(...minuteRules),
    breakable,
    minutes: fc.integer({ min: 1, max: 150 }),
  }),
  fc.record({
    name: fc.constant("DAY_OFFSET" as const),
    breakable,
    days: fc.integer({ min: 1, max: 7 }),
  }),
  fc.record({ name: fc.constantFrom("WEEK_OFFSET", "DAYPART_ROTATION"), breakable }),
  fc.record({
    name: fc.constant("PLAYS_A_DAY" as const),
    breakable,
    plays: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    name: fc.constant("SEGUE" as const),
    breakable,
    tempoStep: fc.constantFrom(0, 1, null),
    energyStep: fc.constantFrom(null, 10, 40),
  }),
  fc.record({
    name: fc.constantFrom(...rowRuleNames),
    breakable,
    most: fc.integer({ min: 1, max: 4 }),
  }),
);
const anyRules = fc.uniqueArray(anyRule, { selector: ({ name }) => name, maxLength: 8 });

describe("separation rules", () => {
  it("whatever their order, each song's trace names exactly the rules that it breaks: breakable ones as broken, others as given up [MST-1] [SCH-1] [SCH-7]", () => {
    fc.assert(
      fc.property(
        anyRules,
        fc.integer({ min: 15, max: 900 }),
        fc.nat(1000),
        (rules, songCount, unitId) => {
          const earlier = music(scheduleGroupDay(richDay(songCount, unitId)).positions);
          const history = [1, 3, 7].flatMap((days) =>
            earlier
              .slice(days) // not quite the same on each
              .map(({ songId, startSeconds }) => ({ songId, at: startSeconds - days * 24 * HOUR })),
          );
          const input = richDay(songCount, unitId, {
            date: "2026-05-13",
            history,
            slots: [
              sampleSlot({ rules, to: NOON }),
              sampleSlot({ id: 2, name: "Afternoon", rules, from: NOON }),
            ],
          });
          const { positions, summary } = scheduleGroupDay(input);
          const mayBreak = new Set(rules.flatMap((rule) => (rule.breakable ? [rule.name] : [])));
          for (const { position, brokenRules } of brokenIn(input, rules, positions)) {
            expect([...position.trace.broken, ...position.trace.relaxed].sort()).toEqual(
              brokenRules.sort(),
            );
            expect(position.trace.broken.every((name) => mayBreak.has(name))).toBe(true);
            expect(position.trace.relaxed.some((name) => mayBreak.has(name))).toBe(false);
          }
          expect(summary.gaps.filter(({ seconds }) => seconds > 60)).toEqual([]);
        },
      ),
      { numRuns: cases(30) },
    );
  });

  it("a country with few licensed songs gives an unbreakable rule up only where none keeps them all", () => {
    fc.assert(
      fc.property(anyRules, fc.integer({ min: 4, max: 60 }), fc.nat(1000), (rules, few, unitId) => {
        const songs = richDay(200, unitId).songs.map((song, place) => ({
          ...song,
          durationSeconds: 200, // so that no song is refused for its length
          licensedTo: null,
          active: true,
          blocked: false,
          territories: place < few ? ["IN"] : ["US"],
        }));
        const slot = sampleSlot({
          mix: [{ categoryId: 1, name: "All", percent: 100 }],
          beforeFixedPoint: "PAUSE",
        });
        const categories = [{ id: 1, name: "All", songIds: songs.map(({ id }) => id) }];
        const day = { songs, categories, spots: [] };
        const slots = [{ ...slot, rules }];
        const earlier = music(
          scheduleGroupDay(richDay(0, unitId, { ...day, slots: [slot] })).positions,
        );
        const history = [1, 2, 7].flatMap((days) =>
          earlier.map(({ songId, startSeconds }) => ({ songId, at: startSeconds - days * DAY })),
        );
        const input = richDay(0, unitId, { ...day, slots, history });
        const { positions } = scheduleGroupDay(input);
        for (const { position, couldKeep } of brokenIn(input, rules, positions))
          expect(position.trace.relaxed.length > 0 && couldKeep).toBe(false);
        expect(music(positions).every(({ songId }) => songId <= few)).toBe(true);
      }),
      { numRuns: cases(30) },
    );
  });

  it("over 28 days no song repeats an hour of three days or of last week [SCH-7]", () => {
    const HOURS_APART = 3;
    const slots = [
      sampleSlot({
        rules: [
          { name: "MINIMUM_REST", minutes: 120, breakable: false },
          { name: "DAY_OFFSET", days: HOURS_APART, breakable: false },
          { name: "WEEK_OFFSET", breakable: false },
        ],
      }),
    ];
    const plays: { day: number; songId: number; hour: number; at: number }[] = [];
    for (let day = 0; day < 28; day++) {
      const { positions } = scheduleGroupDay(
        sampleDay({
          songCount: 800,
          slots,
          date: addDays("2026-05-12", day),
          history: plays.map(({ songId, at }) => ({ songId, at: at - day * DAY })),
        }),
      );
      for (const { songId, startSeconds } of music(positions))
        plays.push({ day, songId, hour: hourOf(startSeconds), at: day * DAY + startSeconds });
    }
    const played = new Set(plays.map(({ day, songId, hour }) => `${day} ${songId} ${hour}`));
    const repeats = plays.filter(({ day, songId, hour }) =>
      [1, 2, 3, 7].some((days) => played.has(`${day - days} ${songId} ${hour}`)),
    );
    expect(repeats.length / plays.length).toBeLessThanOrEqual(0.005);
  });

  it("every song goes through all dayparts that call for it before it returns to one [SCH-7]", () => {
    const rules: SeparationRule[] = [{ name: "DAYPART_ROTATION", breakable: false }];
    const base = sampleDay();
    const parts = [8, 12, 16, 20].map((from, place, all) =>
      sampleSlot({
        rules,
        id: place + 1,
        name: `Part ${place + 1}`,
        from: from * HOUR,
        to: (all[place + 1] ?? 24) * HOUR,
        beforeFixedPoint: "PAUSE",
        // the last calls no recurrents, which so take turns in three
        mix: [
          { categoryId: 1, name: "Current", percent: 60 },
          { categoryId: place === 3 ? 3 : 2, name: "Other", percent: 40 },
        ],
      }),
    );
    const partAt = (at: number) => parts.findIndex(({ to }) => ((at % DAY) + DAY) % DAY < to);
    const plays: { songId: number; at: number }[] = [];
    const since = new Map<number, Set<number>>();
    for (let day = 0; day < 14; day++) {
      const { positions, summary } = scheduleGroupDay(
        sampleDay({
          slots: parts,
          date: addDays(base.date, day),
          history: plays.map(({ songId, at }) => ({ songId, at: at - day * DAY })),
        }),
      );
      const tooSoon = new Set(
        summary.violations.flatMap(({ index, relaxed }) =>
          relaxed.includes("DAYPART_ROTATION") ? [index] : [],
        ),
      );
      expect(tooSoon.size).toBeLessThan(positions.length / 100);
      for (const { index, songId, startSeconds, trace } of music(positions)) {
        const part = partAt(startSeconds);
        const kinds = songId % 10 < 5 ? 4 : 3;
        const others = since.get(songId * 10 + part);
        if (others && songId % 10 < 8) {
          expect(others.size < kinds - 1).toBe(tooSoon.has(index));
          expect(trace.dayparts).toEqual({ between: others.size, others: kinds - 1 });
        }
        for (let other = 0; other < parts.length; other++)
          if (other !== part) since.get(songId * 10 + other)?.add(part);
        since.set(songId * 10 + part, new Set());
        plays.push({ songId, at: day * DAY + startSeconds });
      }
    }
  });

  it("at most one in a row alternates, and at most three lets no fourth follow, where the songs suffice [SCH-1] [SCH-7]", () => {
    const slots = [
      sampleSlot({
        rules: [
          { name: "LANGUAGE_IN_A_ROW", most: 1, breakable: false },
          { name: "MOOD_IN_A_ROW", most: 3, breakable: false },
          { name: "ALBUM_SEPARATION", minutes: 30, breakable: false },
        ],
      }),
    ];
    const input = richDay(1500, 4, { slots });
    const { positions, summary } = scheduleGroupDay(input);
    expect(summary.violations).toEqual([]);
    const songs = new Map(input.songs.map((song) => [song.id, song]));
    const values = (of: "language" | "mood") =>
      music(positions).map(({ songId }) => songs.get(songId)?.[of] ?? null);
    const isRow = (some: readonly (number | null)[]) =>
      some[0] !== null && some.every((value) => value === some[0]);
    expect(
      values("language").some(
        (_, place, all) => place > 0 && isRow(all.slice(place - 1, place + 1)),
      ),
    ).toBe(false);
    expect(
      values("mood").some((_, place, all) => place > 2 && isRow(all.slice(place - 3, place + 1))),
    ).toBe(false);
    expect(music(positions).every(({ trace }) => (trace.album?.seconds ?? 1e9) >= 30 * 60)).toBe(
      true,
    );
    expect(
      music(positions).some(({ trace }) =>
        trace.rows.some(({ rule, place }) => rule === "MOOD_IN_A_ROW" && place === 2),
      ),
    ).toBe(true);
  });

  it("of two breakable rules that no song keeps both, the one that stands first holds [MST-1]", () => {
    // every other language is another tempo: a song keeps either to the tempo or to the change of
    // language
    const songs = richDay(40, 1).songs.map((song, place) => ({
      ...song,
      language: 1 + (place % 2),
      tempo: 1 + (place % 2),
      active: true,
      blocked: false,
      licensedTo: null,
      territories: null,
    }));
    const alternate: SeparationRule = { name: "LANGUAGE_IN_A_ROW", most: 1, breakable: true };
    const sameTempo: SeparationRule = {
      name: "SEGUE",
      tempoStep: 0,
      energyStep: null,
      breakable: true,
    };
    const brokenBy = (...rules: SeparationRule[]) => {
      const { positions } = scheduleGroupDay(
        richDay(40, 1, { songs, spots: [], slots: [sampleSlot({ rules })] }),
      );
      // the last songs before the close are chosen for their length, too
      return [...new Set(music(positions).flatMap(({ trace }) => (trace.fit ? [] : trace.broken)))];
    };
    expect(brokenBy(alternate, sameTempo)).toEqual(["SEGUE"]);
    expect(brokenBy(sameTempo, alternate)).toEqual(["LANGUAGE_IN_A_ROW"]);
  });

  it("a slot's fallback plays where a category has nothing, before what all slots fall back on [MST-1]", () => {
    const base = sampleDay();
    const categories = [
      ...base.categories.map((category) =>
        category.id === 1 ? { ...category, songIds: [] } : category,
      ),
      {
        id: 5,
        name: "Own fallback",
        songIds: base.songs.filter(({ id }) => id % 7 === 0).map(({ id }) => id),
      },
    ];
    const slots = [sampleSlot({ fallback: { categoryId: 5, name: "Own fallback" } })];
    const fallen = music(scheduleGroupDay({ ...base, categories, slots }).positions).filter(
      ({ trace }) => trace.stage === "FALLBACK",
    );
    expect(fallen.length).toBeGreaterThan(50);
    // what is chosen for its length may be any song
    expect(fallen.filter(({ songId, trace }) => songId % 7 !== 0 && trace.fit === null)).toEqual(
      [],
    );
  });

  it("a song that may take the place of another is judged by the song that follows it, too [SCH-5]", () => {
    const rules: SeparationRule[] = [{ name: "LANGUAGE_IN_A_ROW", most: 1, breakable: true }];
    const input = richDay(600, 3, { slots: [sampleSlot({ rules })] });
    const positions = music(scheduleGroupDay(input).positions);
    const languageOf = new Map(input.songs.map(({ id, language }) => [id, language]));
    const place = positions.findIndex(
      ({ songId }, at) =>
        at > 3 &&
        languageOf.get(songId) !== null &&
        languageOf.get(positions[at + 1]?.songId ?? 0) === 1,
    );
    const ratings = rateSongs(input, positions, place);
    const before = languageOf.get(positions[place - 1]?.songId ?? 0);
    for (const { songId, broken } of ratings) {
      const language = languageOf.get(songId) ?? null;
      expect(broken.includes("LANGUAGE_IN_A_ROW")).toBe(
        language !== null && (language === before || language === 1),
      );
    }
  });
});

/**
 * The rules that each song breaks, from docs/domain.md section 2 and the positions alone: what was
 * heard before it is too near, or too much like it.
 */
function brokenIn(
  { songs, history, date, territory }: GroupDayInput,
  rules: readonly SeparationRule[],
  positions: readonly PlaylistPosition[],
) {
  const byId = new Map(songs.map((song) => [song.id, song]));
  const last = new Map<string, number>();
  const plain = (title: string) => title.replace(" (Live)", "");
  const heardIn: Record<(typeof minuteRules)[number], (song: SchedulingSong) => string[]> = {
    MINIMUM_REST: ({ id }) => [`song ${id}`],
    ARTIST_SEPARATION: ({ artist }) => splitCredit(artist).map((name) => `artist ${name}`),
    TITLE_SEPARATION: ({ title }) => [`title ${plain(title)}`],
    ALBUM_SEPARATION: ({ album }) => (album === null ? [] : [`album ${album}`]),
  };
  const hear = (song: SchedulingSong, at: number) => {
    for (const name of minuteRules) for (const key of heardIn[name](song)) last.set(key, at);
  };
  const hours = new Map<string, Set<number>>();
  const inPart = new Map<string, number>();
  const partAt = (at: number) => (((at % DAY) + DAY) % DAY < NOON ? 1 : 2);
  const playsToday = new Map<number, number>();
  for (const { songId, at } of [...history].sort((a, b) => a.at - b.at)) {
    hear(byId.get(songId) as SchedulingSong, at);
    const daysOf = hours.get(`${songId} ${hourOf(at)}`) ?? new Set();
    hours.set(`${songId} ${hourOf(at)}`, daysOf.add(-Math.floor(at / DAY)));
    inPart.set(`${songId} ${partAt(at)}`, at);
  }
  const order: SchedulingSong[] = [];
  return music(positions).map((position) => {
    const { startSeconds } = position;
    const before = order.at(-1);
    const isBroken = (rule: SeparationRule, song: SchedulingSong): boolean => {
      const songId = song.id;
      const step = (of: "tempo" | "energy") => {
        const from = before?.[of] ?? null;
        return from === null || song[of] === null ? 0 : Math.abs(song[of] - from);
      };
      if ("minutes" in rule)
        return heardIn[rule.name](song).some(
          (key) => startSeconds - (last.get(key) ?? Number.NEGATIVE_INFINITY) < rule.minutes * 60,
        );
      if ("most" in rule) {
        const of = rowRules[rule.name];
        const row = [...order.slice(-rule.most), song];
        return (
          song[of] !== null &&
          row.length === rule.most + 1 &&
          row.every((one) => one[of] === song[of])
        );
      }
      const sameHour = [...(hours.get(`${songId} ${hourOf(startSeconds)}`) ?? [])];
      if (rule.name === "DAY_OFFSET") return sameHour.some((days) => days <= (rule.days ?? 1));
      if (rule.name === "WEEK_OFFSET") return sameHour.includes(7);
      if (rule.name === "PLAYS_A_DAY") return (playsToday.get(songId) ?? 0) >= rule.plays;
      if (rule.name === "DAYPART_ROTATION") {
        const part = partAt(startSeconds);
        const lastHere = inPart.get(`${songId} ${part}`);
        const lastThere = inPart.get(`${songId} ${3 - part}`) ?? Number.NEGATIVE_INFINITY;
        return lastHere !== undefined && lastThere < lastHere;
      }
      return step("tempo") > (rule.tempoStep ?? 9) || step("energy") > (rule.energyStep ?? 999);
    };
    const song = byId.get(position.songId) as SchedulingSong;
    const brokenRules: RuleName[] = rules.flatMap((rule) =>
      isBroken(rule, song) ? [rule.name] : [],
    );
    const couldKeep = songs.some(
      (one) =>
        mayPlay(one, date, territory) &&
        !rules.some((rule) => !rule.breakable && isBroken(rule, one)),
    );
    const { songId } = position;
    hear(song, startSeconds);
    inPart.set(`${songId} ${partAt(startSeconds)}`, startSeconds);
    playsToday.set(songId, (playsToday.get(songId) ?? 0) + 1);
    order.push(song);
    return { position, brokenRules, couldKeep };
  });
}
