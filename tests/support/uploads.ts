import { createHash } from "node:crypto";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMiddleware } from "hono/factory";
import { pino } from "pino";
import sharp from "sharp";
import { z } from "zod";
import type { Endpoint } from "#contract/endpoint";
import { spoolPrefix } from "#platform/files/spool";
import { binder } from "#platform/http/bind";
import type { PlatformEnv } from "#platform/http/context";
import { idempotency } from "#platform/http/idempotency";
import { openTestPlatform } from "./platform.ts";

/** A file as a browser sends it. */
export const fileOf = (content: string | Uint8Array<ArrayBuffer>, name: string) => new File([content], name);

/** The body of a request of an endpoint with files. */
export function multipart(files: File[], part = "file"): FormData {
  const form = new FormData();
  for (const file of files) form.append(part, file, file.name);
  return form;
}

/** A picture of one colour with a light corner. */
export async function picture(format: "png" | "jpeg" | "webp" | "gif", width = 200, height = width) {
  const corner = { create: { width: 8, height: 8, channels: 3, background: "#fff" } } as const;
  const drawn = sharp({ create: { width, height, channels: 3, background: "#7a3cff" } }).composite([{ input: corner, left: 4, top: 4 }]);
  return new Uint8Array(await drawn.toFormat(format).toBuffer());
}

/** A png of so many megabytes and a little more. */
export async function heavyPicture(megabytes: number) {
  const side = Math.ceil(Math.sqrt((megabytes * 1024 * 1024) / 3));
  const plain = sharp({ create: { width: side, height: side, channels: 3, background: "#123456" } });
  return new Uint8Array(await plain.png({ compressionLevel: 0 }).toBuffer());
}

/** Gives uploads of this test file a folder of their own, so that it can be seen whether they leave anything. */
export async function ownSpools(): Promise<void> {
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), "fever-spools-"));
}

/** Folders of uploads that are there now. */
export const spools = async (): Promise<string[]> => (await readdir(tmpdir())).filter((name) => name.startsWith(spoolPrefix));

const Told = z.array(
  z.object({
    name: z.string(),
    mediaType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    width: z.int().optional(),
    height: z.int().optional(),
    encoding: z.string().optional(),
    /** Of the bytes that the endpoint read, and where they are few these. */
    readSha256: z.string(),
    base64: z.string(),
  }),
);
export type Told = z.output<typeof Told>;

/** An endpoint of each kind that anybody may send files to, and that tells what came. */
const takes = <const K extends NonNullable<Endpoint["upload"]>["kind"]>(kind: K, most: number) => ({
  method: "post" as const,
  path: `/test/${kind}`,
  summary: `Takes ${kind}`,
  access: "public" as const,
  upload: { kind, most },
  data: Told,
});
export const takers = {
  image: takes("image", 1),
  document: takes("document", 5),
  csv: takes("csv", 1),
  audio: takes("audio", 5),
} satisfies Record<string, Endpoint>;

/** The platform with these endpoints. */
export async function openUploads(options: Parameters<typeof openTestPlatform>[1] = {}) {
  const at = await openTestPlatform("embedded", options);
  const pass = createMiddleware<PlatformEnv>((_, next) => next());
  const bind = binder(at.platform, {
    access: { check: () => pass },
    rate: { check: pass },
    idempotency: idempotency(at.database.db, Date.now, pino({ level: "silent" })),
  });
  for (const taker of Object.values(takers))
    bind.json(taker, async ({ files }) => ({
      data: await Promise.all(
        files.map(async ({ path: _, open, ...rest }) => {
          const hash = createHash("sha256");
          const first: Buffer[] = [];
          for await (const chunk of open()) {
            hash.update(chunk as Buffer);
            if (rest.bytes < 500_000) first.push(chunk as Buffer);
          }
          return { ...rest, readSha256: hash.digest("hex"), base64: Buffer.concat(first).toString("base64") };
        }),
      ),
    }));
  return at;
}
