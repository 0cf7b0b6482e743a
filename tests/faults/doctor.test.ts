import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, inject, test } from "vitest";
import { secrets } from "../support/built-server.ts";
import {
  certificateFolder,
  makeCertificate,
  makeExpiredCertificate,
  passPhrase,
} from "../support/certificate.ts";
import { freshPostgresDatabase } from "../support/database.ts";
import { openSmtp } from "../support/smtp.ts";

const run = promisify(execFile);
const clean: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of clean.splice(0).reverse()) await work();
});

const doctor = fileURLToPath(
  new URL(`../../${process.env.BUILD || "build"}/doctor.js`, import.meta.url),
);
async function diagnose(settings: Record<string, string>) {
  const ended = await run(process.execPath, [doctor], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings },
  }).catch((error: { code: number; stdout: string }) => error);
  return { code: "code" in ended ? ended.code : 0, stdout: ended.stdout };
}

test.runIf(inject("postgresUrl"))(
  "npm run doctor finds nothing wrong where all is well, and names each thing that is not with its cure [OPS-1]",
  async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "fever-doctor-test-"));
    clean.push(() => rm(DATA_DIR, { recursive: true, force: true }));
    const smtp = await openSmtp();
    clean.push(() => smtp.close());
    const well = {
      ...secrets,
      DATA_DIR,
      PORT: "0",
      PUBLIC_URL: "https://shops.example",
      SMTP_URL: smtp.url,
      MAIL_FROM: "no-reply@shops.example",
      DATABASE_URL: (await freshPostgresDatabase()).url,
    };
    const healthy = await diagnose(well);
    expect(healthy, healthy.stdout).toMatchObject({ code: 0 });
    expect(healthy.stdout.split("\n").filter((line) => line && !line.startsWith("ok "))).toEqual(
      [],
    );

    const other = createServer((_request, response) => response.end("another program"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    clean.push(() => other.close());
    const ill = await diagnose({
      ...well,
      SESSION_SECRET: "a".repeat(40),
      PUBLIC_URL: "",
      PORT: String((other.address() as AddressInfo).port),
      SMTP_URL: "smtp://user:hidden@127.0.0.1:1",
      DATABASE_URL: "postgresql://user:hidden@127.0.0.1:1/name",
      FILES_URL: "s3+http://k:hidden@127.0.0.1:1/b",
    });
    expect(ill.code).toBe(1);
    for (const area of ["Secrets", "PUBLIC_URL", "Database", "Files", "Email", "Port"])
      expect(ill.stdout).toMatch(new RegExp(`WRONG  ${area}: .+\\n {9}\\w.+\\.?\\n`));
    expect(ill.stdout).not.toContain("hidden");
    expect(await diagnose({ DATA_DIR })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("SESSION_SECRET: is required in production"),
    });
  },
);

test("npm run doctor says whether invoices are signed, and why not [OPS-1] [GST-1]", async () => {
  const folder = await certificateFolder();
  const lineOf = async (path: string, password = passPhrase) => {
    const { stdout } = await diagnose({
      ...secrets,
      DATA_DIR: folder,
      PORT: "0",
      SIGNING_CERTIFICATE: path,
      SIGNING_CERTIFICATE_PASSWORD: path && password,
    });
    expect(stdout).not.toContain(passPhrase);
    return stdout.split("\n").find((line) => line.includes("Signing certificate")) ?? "";
  };
  const certificate = async (days: number) => (await makeCertificate(folder, { days })).p12;
  expect(await lineOf("")).toBe("ok     Signing certificate: not set: invoices are not signed");
  expect(await lineOf(await certificate(60))).toMatch(
    /^ok {5}Signing certificate: of Meera Joshi, until 20\d\d-/,
  );
  expect(await lineOf(await certificate(5))).toMatch(
    /^note {3}Signing certificate: of Meera Joshi expires on 20/,
  );
  expect(await lineOf(await makeExpiredCertificate(folder))).toBe(
    "WRONG  Signing certificate: of Asha is not valid today (valid until 2025-02-01)",
  );
  expect(await lineOf(await certificate(60), "wrong")).toBe(
    "WRONG  Signing certificate: SIGNING_CERTIFICATE_PASSWORD: does not open the file of SIGNING_CERTIFICATE",
  );
});
