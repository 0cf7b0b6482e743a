import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { DeviceHeaders } from "./endpoints.ts";
import { commandKinds, commandMinutes, commandOutcomes, commandStates } from "./words.ts";

/** A command as its store's page tells of it. */
export const StoreCommand = z.object({
  id: z.int(),
  kind: z.enum(commandKinds),
  volume: z.int().nullable(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  state: z.enum(commandStates),
  /** Since when it stands so: it was asked, delivered or answered then, or ran out. */
  since: z.iso.datetime(),
  /** Why the player refused. */
  reason: z.string().nullable(),
});
export type StoreCommand = z.infer<typeof StoreCommand>;

const volumeWithVolume = {
  check: ({ command, volume }: { command: string; volume?: number | undefined }) => (command === "volume") === (volume !== undefined),
  said: { path: ["volume"], message: "Send a volume with the command volume, and only then." },
};

export const askCommand = endpoint({
  method: "post",
  path: "/store/command",
  summary: `Ask a store's player for a volume, a test tone or a restart. It is told within ${commandMinutes} minutes, or the command expires`,
  access: ["STORES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({
      storeId: idOf("store"),
      command: z.enum(commandKinds),
      /** From the company's threshold volume to 100. */
      volume: wholeNumber(0, 100).optional(),
    })
    .refine(volumeWithVolume.check, volumeWithVolume.said),
  idempotent: true,
  data: StoreCommand,
});

export const answerCommand = endpoint({
  method: "post",
  path: "/player/commands/{id}",
  summary: "What became of a command that a heartbeat's answer gave to this device. The first answer counts",
  access: ["player"],
  scope: "company",
  params: z.strictObject({ id: field.id }),
  headers: DeviceHeaders,
  body: z.strictObject({
    outcome: z.enum(commandOutcomes),
    /** Why it was refused, for people to read. */
    reason: field.line.max(200, "At most 200 characters are allowed.").regex(printable, messages.printable).optional(),
  }),
  data: StoreCommand,
});
