// npm run fuzz: half a million made-up requests to the platform API, or FUZZ_REQUESTS of them; FUZZ_SEED sends the same again.
import { spawnSync } from "node:child_process";

const { status } = spawnSync("npx", ["vitest", "run", "--project", "api", "tests/fuzz"], {
  stdio: "inherit",
  env: { FUZZ_REQUESTS: "500000", ...process.env },
});
process.exit(status ?? 1);
