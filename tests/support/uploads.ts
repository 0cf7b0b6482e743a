import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import sharp from "sharp";
import type { Endpoint } from "#contract/endpoint";
import { spoolPrefix } from "#platform/files/spool";

type Source = string | Uint8Array | Blob;

/** A file as a browser sends it. */
export const fileOf = (content: Source, name: string, type = "application/octet-stream") => new File([content as BlobPart], name, { type });

/** The body of a request of an endpoint with files. */
export function multipart(files: File[], part = "file"): FormData {
  const form = new FormData();
  for (const file of files) form.append(part, file, file.name);
  return form;
}

/** A picture of one colour with a dot. */
export const picture = (format: "png" | "jpeg" | "webp" | "gif", width = 200, height = width): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#7a3cff" } })
    .composite([{ input: { create: { width: 8, height: 8, channels: 3, background: "#fff" } }, left: 4, top: 4 }])
    .toFormat(format)
    .toBuffer();

/** A png of `megabytes`, of noise. */
export const heavyPicture = (megabytes: number): Promise<Buffer> => {
  const side = Math.ceil(Math.sqrt((megabytes * 1024 * 1024) / 3));
  return sharp({
    create: { width: side, height: side, channels: 3, background: "#000", noise: { type: "gaussian", mean: 128, sigma: 90 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
};

/** Folders of uploads that are there now. */
export const spools = async (): Promise<string[]> => (await readdir(tmpdir())).filter((name) => name.startsWith(spoolPrefix));

/** An endpoint that anybody may send files to, and that tells what came. */
export const takes = <const U extends NonNullable<Endpoint["upload"]>>(path: string, upload: U) =>
  ({ method: "post", path, summary: "Takes files", access: "public", upload }) as const;
