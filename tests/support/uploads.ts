import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll } from "vitest";
import { spoolPrefix } from "#platform/files/spool";

/** Makes a file as a browser sends it. */
export const fileOf = (content: string | Uint8Array<ArrayBuffer>, name: string) =>
  new File([content], name);

/** Makes the body of a request with files. */
export function multipart(files: File[], part = "file"): FormData {
  const form = new FormData();
  for (const file of files) form.append(part, file, file.name);
  return form;
}

/** Makes a picture of one colour with a light corner. */
export async function picture(
  format: "png" | "jpeg" | "webp" | "gif",
  width = 200,
  height = width,
) {
  const corner = { create: { width: 8, height: 8, channels: 3, background: "#fff" } } as const;
  const drawn = sharp({ create: { width, height, channels: 3, background: "#7a3cff" } }).composite([
    { input: corner, left: 4, top: 4 },
  ]);
  return new Uint8Array(await drawn.toFormat(format).toBuffer());
}

/** Makes a png slightly larger than this many megabytes. */
export async function heavyPicture(megabytes: number) {
  const side = Math.ceil(Math.sqrt((megabytes * 1024 * 1024) / 3));
  const plain = sharp({
    create: { width: side, height: side, channels: 3, background: "#123456" },
  });
  return new Uint8Array(await plain.png({ compressionLevel: 0 }).toBuffer());
}

/**
 * Gives uploads of this suite their own folder, so that tests can see if any are left
 * behind.
 */
export function ownSpools(): void {
  const before = process.env.TMPDIR;
  beforeAll(async () => {
    process.env.TMPDIR = await mkdtemp(join(tmpdir(), "fever-spools-"));
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
}

/** Lists the upload folders that exist now. */
export const spools = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(spoolPrefix));
