import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endServers, launch, secrets } from "../support/built-server.ts";
import { certificateFolder, makeCertificate, passPhrase } from "../support/certificate.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "fever-settings-"));
});
afterEach(async () => {
  await endServers();
  await rm(directory, { recursive: true, force: true });
});

/**
 * Starts it with settings it cannot take; gives what it says. It must end by itself, before it has
 * opened anything.
 */
async function refused(settings: Record<string, string>): Promise<string> {
  const server = launch({ DATA_DIR: directory, ...settings });
  expect(await server.exited).toBe(1);
  expect(await readdir(directory)).toEqual([]);
  return server.output();
}

test("without its secrets production does not start, and names each", async () => {
  const output = await refused({});
  expect(output).toContain("SESSION_SECRET: is required in production");
  expect(output).toContain("APP_SECRET: is required in production");
  expect(await refused({ SESSION_SECRET: secrets.SESSION_SECRET, APP_SECRET: "" })).toMatch(
    /wrong:\n {2}APP_SECRET: is required/,
  );
});

test("settings that are wrong are all named with what would do, and their values are not shown", async () => {
  const output = await refused({
    ...secrets,
    SESSION_SECRET: "too short",
    PORT: "90000",
    DATABASE_URL: "mysql://user:private@host/name",
    LOG_LEVEL: "loud",
    PUBLIC_URL: "example.com",
  });
  expect(output).toContain("SESSION_SECRET: must have at least 32 characters");
  expect(output).toContain("DATABASE_URL: must be an address such as postgresql://user@host/name");
  for (const name of ["PORT", "LOG_LEVEL", "PUBLIC_URL"]) expect(output).toContain(`  ${name}: `);
  for (const value of ["too short", "private"]) expect(output).not.toContain(value);
});

test("settings for the first run are checked like its form: all or none, each by name, no value shown [SET-1]", async () => {
  const lacking = await refused({ ...secrets, SETUP_PROVIDER_NAME: "Fever Mumbai" });
  for (const name of ["FIRST_NAME", "EMAIL", "USERNAME", "PASSWORD"])
    expect(lacking).toContain(`  SETUP_ADMIN_${name}: is required with the other SETUP_ settings`);
  expect(lacking).not.toContain("SETUP_ADMIN_LAST_NAME");
  const wrong = await refused({
    ...secrets,
    SETUP_PROVIDER_NAME: "Fever Mumbai",
    SETUP_ADMIN_FIRST_NAME: "Asha",
    SETUP_ADMIN_EMAIL: "asha at fever",
    SETUP_ADMIN_USERNAME: "asha",
    SETUP_ADMIN_PASSWORD: "too-short",
  });
  expect(wrong).toContain("  SETUP_ADMIN_EMAIL: Invalid Email id");
  expect(wrong).toContain("  SETUP_ADMIN_PASSWORD: Password must contain");
  for (const value of ["asha at fever", "too-short"]) expect(wrong).not.toContain(value);
});

test("a certificate that cannot be opened ends the start, in words [GST-1]", async () => {
  const { p12 } = await makeCertificate(await certificateFolder());
  const certificate = { ...secrets, SIGNING_CERTIFICATE: p12 };
  const password = { SIGNING_CERTIFICATE_PASSWORD: `not the ${passPhrase}` };
  const wrong = await refused({ ...certificate, ...password });
  expect(wrong).toContain(
    "SIGNING_CERTIFICATE_PASSWORD: does not open the file of SIGNING_CERTIFICATE",
  );
  const missing = await refused({ ...certificate, ...password, SIGNING_CERTIFICATE: `${p12}x` });
  expect(missing).toContain(`SIGNING_CERTIFICATE: the file ${p12}x cannot be read (ENOENT)`);
  const alone = await refused({ ...secrets, ...password });
  expect(alone).toContain("SIGNING_CERTIFICATE: is required with SIGNING_CERTIFICATE_PASSWORD");
  for (const output of [wrong, missing, alone]) expect(output).not.toContain(passPhrase);
});
