import { z } from "zod";
import { wholeNumber } from "#contract/base/whole-number";
import { askCommands, messageText } from "#contract/player/commands";
import type { CommandKind } from "#contract/player/words";
import type { PageContext } from "../session/guard.server";

/** The fields of each command to several stores. */
export const commandForms = {
  restart: z.object({}),
  tone: z.object({}),
  volume: z.object({ volume: wholeNumber(0, 100) }),
  message: z.object({ text: messageText }),
} as const satisfies Record<CommandKind, z.ZodObject>;

export const isCommand = (name: string | undefined): name is CommandKind =>
  name !== undefined && Object.hasOwn(commandForms, name);

/**
 * Sends the players of stores the same command, with the values of its form. The stores belong to
 * the chosen company, or to `companyId`.
 */
export const sendToStores = (
  { api }: PageContext,
  storeIds: number[],
  command: { command: CommandKind } & Record<string, unknown>,
  companyId?: number,
) =>
  api.call(askCommands, {
    query: companyId === undefined ? {} : { companyId },
    body: { ...command, storeIds },
  });
