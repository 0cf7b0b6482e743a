import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endServers, launch, secrets } from "../support/built-server.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "fever-settings-"));
});
afterEach(async () => {
  await endServers();
  await rm(directory, { recursive: true, force: true });
});

/** Starts it with settings it cannot take; gives what it says. It must end by itself, before it has opened anything. */
async function refused(settings: Record<string, string>): Promise<string> {
  const server = launch({ DATA_DIR: directory, ...settings });
  expect(await server.exited).toBe(1);
  expect(await readdir(directory)).toEqual([]);
  return server.output();
}

test("without its secrets production does not start, and names each", async () => {
  const said = await refused({});
  expect(said).toContain("SESSION_SECRET: is required in production");
  expect(said).toContain("APP_SECRET: is required in production");
  expect(await refused({ SESSION_SECRET: secrets.SESSION_SECRET, APP_SECRET: "" })).toMatch(/wrong:\n {2}APP_SECRET: is required/);
});

test("settings that are wrong are all named with what would do, and their values are not shown", async () => {
  const said = await refused({
    ...secrets,
    ...{
      SESSION_SECRET: "too short",
      PORT: "90000",
      DATABASE_URL: "mysql://user:private@host/name",
      LOG_LEVEL: "loud",
      PUBLIC_URL: "example.com",
    },
  });
  expect(said).toContain("SESSION_SECRET: must have at least 32 characters");
  expect(said).toContain("DATABASE_URL: must be an address such as postgresql://user@host/name");
  for (const name of ["PORT", "LOG_LEVEL", "PUBLIC_URL"]) expect(said).toContain(`  ${name}: `);
  for (const value of ["too short", "private"]) expect(said).not.toContain(value);
});
