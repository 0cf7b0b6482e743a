import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { folderStore } from "#platform/files/file-store";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform } from "../support/platform.ts";
import { fileOf } from "../support/uploads.ts";

const disk = mkdtempSync(join(tmpdir(), "fever-disk-"));
/** A disk of its own, a little larger than the largest upload; only root may mount one. */
const isMounted =
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=256m", "tmpfs", disk]).status === 0;

describe.skipIf(!isMounted)("A full disk", () => {
  afterEach(() => void vi.useRealTimers());
  afterAll(() => {
    execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true });
  });

  test("refuses uploads by 503, and readiness and status tell of it and of its end [OPS-1]", async () => {
    const at = await openTestPlatform(anyEngine, { files: folderStore(join(disk, "files")) });
    const { staff } = await makeProvider(at.database);
    const { companyId } = await makeCompany(at.database);
    vi.useFakeTimers({ toFake: ["Date"] });
    const laterByAMinute = () => void vi.setSystemTime(Date.now() + 60_000);
    const tell = async () => {
      const ready = await at.platform.request("/api/ready");
      const { parts } = await at.nobody.serviceStatus();
      return [ready.status, parts.find(({ part }) => part === "files")?.state];
    };
    const upload = () =>
      at.as(staff.Fever_Super_Admin_Major).addContracts({
        query: { companyId },
        files: [fileOf(`%PDF-1.7\n${"x".repeat(100_000)}\n%%EOF`, "contract.pdf")],
      } as never).status;

    expect(await tell()).toEqual([200, "operational"]);
    expect(await upload()).toBe(201);
    const fill = (...megabytes: string[]) =>
      spawnSync("dd", ["if=/dev/zero", `of=${join(disk, "filler")}`, "bs=1M", ...megabytes]);
    fill();
    laterByAMinute();
    expect(await upload()).toBe(503);
    expect(await tell()).toEqual([503, "degraded"]);
    fill("count=100");
    laterByAMinute();
    expect(await tell(), "room for one upload alone would be gone with the next").toEqual([
      503,
      "degraded",
    ]);
    rmSync(join(disk, "filler"));
    laterByAMinute();
    expect(await upload()).toBe(201);
    expect(await tell()).toEqual([200, "operational"]);
    await at.close();
  });
});
