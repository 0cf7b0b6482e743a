import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("the bundle finds its threads and its migrations beside it", { timeout: 60_000 }, async () => {
  const cache = join(root, "node_modules/.cache"); // packages are found from here
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(join(cache, "bundle-"));
  try {
    const common = { bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "silent" } as const;
    await build({ ...common, entryPoints: [join(root, "tests/api/db/database-child.ts")], outfile: join(directory, "server.js") });
    for (const thread of ["worker", "make-directory"])
      await build({
        ...common,
        entryPoints: [join(root, `platform/db/embedded/${thread}.mjs`)],
        outfile: join(directory, `embedded-${thread}.mjs`),
      });
    await cp(join(root, "platform/db/migrations"), join(directory, "migrations"), { recursive: true });
    const { stdout } = await promisify(execFile)(process.execPath, [join(directory, "server.js"), "open", join(directory, "data")]);
    expect(stdout).toBe("store: true\n");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
