import fc from "fast-check";

/**
 * Makes property tests and the fuzzer draw the same cases each time in `npm test`, so that only a
 * change can break them; `npm run fuzz` draws new ones. Runs before each test file of the
 * projects that draw.
 */
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

const isWhole = Boolean(process.env.TEST_ALL ?? process.env.FUZZ_SEED);

/**
 * Gives every member of a sweep in `npm run test:all` and `npm run fuzz`; in `npm test` every fifth,
 * always the same. A sweep of pairs says which row it is in, so that each column has some too.
 */
export const sampled = <T>(members: T[], row = 0): T[] =>
  isWhole ? members : members.filter((_, column) => (row + column) % 5 === 0);

/**
 * Gives how many cases a property test draws: all in `npm run test:all` and `npm run fuzz`, a fifth
 * but at least three in `npm test`.
 */
export function cases(count: number): number {
  return isWhole ? count : Math.max(3, Math.ceil(count / 5));
}
