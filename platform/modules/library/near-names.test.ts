import { expect, test } from "vitest";
import { nearDoubles } from "./near-names.ts";

const withIds = (names: string[]) => names.map((name, id) => ({ id, name }));

test("of very many names that are alike fifty groups of twenty are suggested, and none of signs alone [LIB-3]", async () => {
  const alike = await nearDoubles(
    withIds(Array.from({ length: 3_000 }, (_, n) => `Singer ${n % 60}${"!".repeat(n / 60)}`)),
  );
  expect(alike).toHaveLength(50);
  expect(Math.max(...alike.map(({ length }) => length))).toBe(20);
  expect(await nearDoubles(withIds(["🎵🎶", "🎷", "🎸🎸"]))).toEqual([]);
  expect(
    (await nearDoubles(withIds(["Hip-Hop", "hip hop", "Jazz"]))).map((group) =>
      group.map(({ name }) => name),
    ),
  ).toEqual([["Hip-Hop", "hip hop"]]);
});

test("others have their turns while many long names are compared [LOAD-1]", async () => {
  let turns = 0;
  const counting = setInterval(() => turns++);
  expect(
    await nearDoubles(
      withIds(Array.from({ length: 5_000 }, (_, n) => `${n}${"abcdefgh".repeat(4)}`)),
    ),
  ).toEqual([]);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
});
