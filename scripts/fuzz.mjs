// npm run fuzz: runs the property tests with new cases, FUZZ_ROUNDS times (50), then half a
// million random requests to the platform API, or FUZZ_REQUESTS of them. Each round prints its
// seed, and FUZZ_SEED repeats it. Ends at the first failure.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";

const rounds = process.env.FUZZ_SEED ? 1 : Number(process.env.FUZZ_ROUNDS ?? 50);
for (let round = 0; round < rounds; round++) draw("unit");
draw("api", "tests/fuzz");

function draw(project, ...files) {
  const seed = process.env.FUZZ_SEED ?? String(randomInt(2 ** 31));
  process.stdout.write(`=== ${project}, FUZZ_SEED=${seed}\n`);
  const { status } = spawnSync("npx", ["vitest", "run", "--project", project, ...files], {
    stdio: "inherit",
    env: { FUZZ_REQUESTS: "500000", ...process.env, FUZZ_SEED: seed },
  });
  if (status !== 0) process.exit(status ?? 1);
}
