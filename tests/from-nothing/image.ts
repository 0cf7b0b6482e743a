import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import build from "../support/built-server.ts";

const run = promisify(execFile);

/**
 * Makes what the Docker image holds: the build and the packages that production needs. Puts it
 * outside the repository, so that nothing else is found.
 */
export default async function makeImage(): Promise<() => Promise<void>> {
  await build();
  // scripts/test.mjs has the temporary folder in memory, where packages cannot be linked
  const image = await mkdtemp("/var/tmp/fever-image-");
  for (const name of ["build", "package.json", "package-lock.json"])
    await cp(name, join(image, name), { recursive: true });
  // hard links where that works; npm writes its own list of what is installed in place, so that file
  // must not be one
  await run("cp", ["-al", "node_modules", image]).catch(() =>
    run("cp", ["-a", "node_modules", image]),
  );
  await rm(join(image, "node_modules", ".package-lock.json"), { force: true });
  await run(
    "npm",
    ["prune", "--omit=dev", "--offline", "--no-audit", "--no-fund", "--ignore-scripts"],
    { cwd: image },
  );
  await rm(join(image, "package-lock.json"));
  process.env.FROM_NOTHING_IMAGE = image;
  return () => rm(image, { recursive: true, force: true });
}
