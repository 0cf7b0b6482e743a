import { describe, expect, it } from "vitest";
import { addDays } from "#contract/base/dates";
import { type GroupDayInput, type ScheduledPlay, scheduleGroupDay } from "./scheduling";
import { sampleDay, sampleSlot } from "./scheduling/sample-day";

const heavyEvery = 10;
const isHeavy = (songId: number) => songId % heavyEvery === 0;

/**
 * How often a heavy song plays for each play of another one, over days that follow each other as
 * the schedule's do.
 */
function share(weight: number, songCount: number, days: number): number {
  const day = "2026-05-12";
  const ids = sampleDay({ songCount }).songs.map(({ id }) => id);
  const category = {
    id: 1,
    name: "All",
    songIds: ids,
    weights: ids.map((id) => (isHeavy(id) ? weight : 1)),
  };
  const slot = sampleSlot({ mix: [{ categoryId: 1, name: "All", percent: 100 }] });
  const over: Partial<GroupDayInput> = {
    categories: [category],
    slots: [slot],
    fallbackCategoryId: null,
  };
  let history: ScheduledPlay[] = [];
  const plays = { heavy: 0, light: 0 };
  for (let n = 0; n < days; n++) {
    const { positions } = scheduleGroupDay(
      sampleDay({ ...over, songCount, date: addDays(day, n), history }),
    );
    const music = positions.flatMap((position) => (position.kind === "MUSIC" ? [position] : []));
    for (const { songId } of music) plays[isHeavy(songId) ? "heavy" : "light"]++;
    const today = music.map(({ songId, startSeconds }) => ({ songId, at: startSeconds }));
    history = [...history, ...today]
      .map(({ songId, at }) => ({ songId, at: at - 86_400 }))
      .filter(({ at }) => at >= -7 * 86_400);
  }
  return (
    plays.heavy /
    ids.filter(isHeavy).length /
    (plays.light / ids.filter((id) => !isHeavy(id)).length)
  );
}

describe("a song's weight in its chart", () => {
  it.each([
    ["that all play within a day", 120],
    ["that take days to come round", 900],
    ["that take more than the week that is remembered", 3000],
  ])("makes it play more often the more it weighs, among songs %s", (_, songCount) => {
    const [one, three, eight] = [1, 3, 8].map((weight) => share(weight, songCount, 12)) as [
      number,
      number,
      number,
    ];
    expect(one).toBeGreaterThan(0.8);
    expect(one).toBeLessThan(1.25);
    expect(three).toBeGreaterThan(one * 1.25);
    expect(eight).toBeGreaterThan(three * 1.1);
  });

  it("changes nothing while all weigh 1: the same seed gives the same day as without weights", () => {
    const plain = sampleDay();
    const history = sampleDay()
      .songs.slice(0, 200)
      .map(({ id }, n) => ({ songId: id, at: -86_400 - n * 300 }));
    const weighed = plain.categories.map((category) => ({
      ...category,
      weights: Array.from(category.songIds, () => 1),
    }));
    expect(scheduleGroupDay({ ...plain, history, categories: weighed })).toEqual(
      scheduleGroupDay({ ...plain, history }),
    );
  });
});
