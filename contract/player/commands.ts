import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { DeviceHeaders } from "./endpoints.ts";
import { storesACommand } from "./limits.ts";
import {
  commandKinds,
  commandMinutes,
  commandOutcomes,
  commandStates,
  longestMessage,
} from "./words.ts";

/** A command as the store's page shows it. */
export const StoreCommand = z.object({
  id: z.int(),
  kind: z.enum(commandKinds),
  volume: z.int().nullable(),
  /** The text of a message. */
  text: z.string().nullable(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  state: z.enum(commandStates),
  /** The time at which it entered its state: asked, delivered, answered or expired. */
  since: z.iso.datetime(),
  /** Why the player refused. */
  reason: z.string().nullable(),
});
export type StoreCommand = z.infer<typeof StoreCommand>;

/** A message that a player shows to the store. */
export const messageText = field.line
  .min(1, messages.required)
  .max(longestMessage, `At most ${longestMessage} characters are allowed.`)
  .regex(printable, messages.printable);

const commandFields = {
  command: z.enum(commandKinds),
  /** From the company's threshold volume to 100. */
  volume: wholeNumber(0, 100).optional(),
  /** The message. */
  text: messageText.optional(),
};
type CommandWords = {
  command: string;
  volume?: number | undefined;
  text?: string | undefined;
};
const volumeWithVolume = {
  check: ({ command, volume }: CommandWords) => (command === "volume") === (volume !== undefined),
  issue: {
    path: ["volume"],
    message: "Send a volume with the command “volume”, and with no other command.",
  },
};
const textWithMessage = {
  check: ({ command, text }: CommandWords) => (command === "message") === (text !== undefined),
  issue: {
    path: ["text"],
    message: "Send a text with the command “message”, and with no other command.",
  },
};

export const askCommand = endpoint({
  method: "post",
  path: "/store/command",
  summary: `Tell a store's player to set its volume, play a test tone, restart or show a message. A command not delivered within ${commandMinutes} minutes expires, a message within a day`,
  access: ["STORES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({ storeId: idOf("store"), ...commandFields })
    .refine(volumeWithVolume.check, volumeWithVolume.issue)
    .refine(textWithMessage.check, textWithMessage.issue),
  idempotent: true,
  data: StoreCommand,
});

export const askCommands = endpoint({
  method: "post",
  path: "/store/commands",
  summary: "Tell several stores' players the same: all of them, or none",
  access: ["STORES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({ storeIds: z.array(idOf("store")).min(1).max(storesACommand), ...commandFields })
    .refine(volumeWithVolume.check, volumeWithVolume.issue)
    .refine(textWithMessage.check, textWithMessage.issue),
  idempotent: true,
  data: z.object({ sent: z.int() }),
});

export const answerCommand = endpoint({
  method: "post",
  path: "/player/commands/{id}",
  summary:
    "Report the outcome of a command that a heartbeat's answer gave to this device. The first report counts",
  access: ["player"],
  scope: "company",
  params: z.strictObject({ id: field.id }),
  headers: DeviceHeaders,
  body: z.strictObject({
    outcome: z.enum(commandOutcomes),
    /** Why it was refused, for people to read. */
    reason: field.line
      .max(200, "At most 200 characters are allowed.")
      .regex(printable, messages.printable)
      .optional(),
  }),
  data: StoreCommand,
});
