import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "#contract/endpoint";
import { messages } from "#contract/messages";
import { binder } from "#platform/http/bind";
import type { PlatformEnv } from "#platform/http/context";
import { idempotency } from "#platform/http/idempotency";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { fileOf, heavyPicture, multipart, picture, spools, takes } from "../support/uploads.ts";

const Told = z.array(
  z.object({
    name: z.string(),
    mediaType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    width: z.int().optional(),
    height: z.int().optional(),
    encoding: z.string().optional(),
    content: z.string(),
  }),
);
const endpoints = {
  image: { ...takes("/test/image", { kind: "image", most: 1 }), data: Told },
  document: { ...takes("/test/document", { kind: "document", most: 5 }), data: Told },
  csv: { ...takes("/test/csv", { kind: "csv", most: 1 }), data: Told },
  audio: { ...takes("/test/audio", { kind: "audio", most: 5 }), data: Told },
} satisfies Record<string, Endpoint>;

/** The platform with an endpoint of each kind of upload that tells what came. */
async function openUploads(): Promise<TestPlatform> {
  const at = await openTestPlatform("embedded");
  const pass = createMiddleware<PlatformEnv>((_, next) => next());
  const bind = binder(at.platform, {
    access: { check: () => pass },
    rate: { check: pass },
    idempotency: idempotency(at.database.db, Date.now, pino({ level: "silent" })),
  });
  for (const endpoint of Object.values(endpoints))
    bind.json(endpoint, async ({ files }) => ({
      data: await Promise.all(
        files.map(async ({ path: _, open, ...rest }) => {
          const hash = createHash("sha256");
          for await (const chunk of open()) hash.update(chunk as Buffer);
          return { ...rest, content: hash.digest("hex") };
        }),
      ),
    }));
  return at;
}

describe("An upload", () => {
  let at: TestPlatform;
  beforeAll(async () => {
    at = await openUploads();
  });
  afterAll(async () => {
    await at.close();
    expect(await spools()).toEqual([]);
  });

  const send = async (kind: keyof typeof endpoints, files: File[]) => {
    const response = await at.send(new Request(`http://platform/api/test/${kind}`, { method: "POST", body: multipart(files) }));
    const { data, message, errors } = (await response.json()) as { data?: z.infer<typeof Told>; message: string; errors?: unknown };
    return { status: response.status, data, message, errors };
  };
  const refused = (message: string) => ({ status: 422, data: undefined, message, errors: [{ field: "file", message }] });

  test("of a png or jpeg is taken, drawn anew without what is not picture [VAL-5]", async () => {
    for (const format of ["png", "jpeg"] as const) {
      const hidden = "<script>alert(1)</script>";
      const source = await sharp(await picture(format, 300, 200))
        .withExif({ IFD0: { ImageDescription: hidden } })
        .toBuffer();
      const polyglot = Buffer.concat([source, Buffer.from(hidden)]);
      const { status, data } = await send("image", [fileOf(polyglot, `icon.${format}`)]);
      expect(status).toBe(200);
      expect(data?.[0]).toMatchObject({ name: `icon.${format}`, mediaType: `image/${format}`, width: 300, height: 200 });
      expect(data?.[0]?.content).toBe(data?.[0]?.sha256);
    }
  });
});
