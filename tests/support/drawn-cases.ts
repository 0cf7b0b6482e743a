import fc from "fast-check";

/**
 * What property tests and the fuzzer draw: in `npm test` the same cases each time, so that a change is judged by itself; `npm run fuzz`
 * draws new ones. Set for each test file of the projects that draw.
 */
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
