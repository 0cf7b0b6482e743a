import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { pino } from "pino";
import { z } from "zod";
import type { Endpoint } from "#contract/base/endpoint";
import { binder } from "#platform/http/bind";
import type { PlatformEnv } from "#platform/http/context";
import { idempotency } from "#platform/http/idempotency";
import { anyEngine } from "./database.ts";
import { openTestPlatform } from "./platform.ts";

const ReceivedFiles = z.array(
  z.object({
    name: z.string(),
    mediaType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    width: z.int().optional(),
    height: z.int().optional(),
    encoding: z.string().optional(),
    /** The hash of the bytes that the endpoint read; `base64` holds the bytes if they are few. */
    readSha256: z.string(),
    base64: z.string(),
  }),
);
export type ReceivedFiles = z.output<typeof ReceivedFiles>;

/** A public endpoint for a kind of files, which answers with what it received. */
const takes = <const K extends NonNullable<Endpoint["upload"]>["kind"]>(kind: K, most: number) => ({
  method: "post" as const,
  path: `/test/${kind}`,
  summary: `Takes ${kind}`,
  access: "public" as const,
  scope: "none" as const,
  upload: { kind, most },
  data: ReceivedFiles,
});
export const takers = {
  image: takes("image", 1),
  document: takes("document", 5),
  table: takes("table", 1),
  audio: takes("audio", 5),
} satisfies Record<string, Endpoint>;

/** Opens the platform with these endpoints. */
export async function openUploads(options: Parameters<typeof openTestPlatform>[1] = {}) {
  const at = await openTestPlatform(anyEngine, options);
  const pass = createMiddleware<PlatformEnv>((_, next) => next());
  const { area } = binder(at.platform, {
    database: at.database,
    clock: Date.now,
    access: { check: () => pass },
    rate: { check: pass },
    idempotency: idempotency(at.database, Date.now, pino({ level: "silent" })),
  });
  for (const taker of Object.values(takers))
    area("uploads").json(taker, async (_call, { files }) => ({
      data: await Promise.all(
        files.map(async ({ path: _, open, ...rest }) => {
          const hash = createHash("sha256");
          const first: Buffer[] = [];
          for await (const chunk of open()) {
            hash.update(chunk as Buffer);
            if (rest.bytes < 500_000) first.push(chunk as Buffer);
          }
          return {
            ...rest,
            readSha256: hash.digest("hex"),
            base64: Buffer.concat(first).toString("base64"),
          };
        }),
      ),
    }));
  return at;
}
