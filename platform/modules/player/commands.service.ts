import type { z } from "zod";
import type { answerCommand as answerEndpoint, StoreCommand } from "#contract/player/commands";
import type { DeviceHeaders } from "#contract/player/endpoints";
import { type CommandKind, commandMinutes, messageMinutes } from "#contract/player/words";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import {
  changeWaitingCommand,
  type FoundCommand,
  findCommands,
  findCommandsSince,
  findWaitingCommand,
  insertCommand,
  lockCommandedStores,
  lockDeliveredCommand,
  storeAnswer,
} from "./commands.queries.ts";
import { deviceOf } from "./devices.service.ts";
import { findPlayer } from "./player.service.ts";

type CommandRequest = {
  command: CommandKind;
  volume?: number | null | undefined;
  text?: string | null | undefined;
};

/**
 * Sends a store's player a command. One that still waits is not added again, and takes another
 * volume: the store is to have the last one. Throws 404 for a store outside the scope, 422 on
 * `volume` below the company's threshold.
 */
export const askCommand = (
  call: ScopedCall,
  { storeId, ...request }: CommandRequest & { storeId: number },
): Promise<StoreCommand> =>
  call.database.transaction(async (tx) => {
    const [command] = await sendCommands(call, tx, [storeId], request);
    if (!command) throw notFound();
    return command;
  });

/** Sends a command to several stores: all of them, or none. */
export const askCommands = (
  call: ScopedCall,
  { storeIds, ...request }: CommandRequest & { storeIds: number[] },
) =>
  call.database.transaction(async (tx) => {
    const commands = await sendCommands(call, tx, [...new Set(storeIds)], request);
    return { sent: commands.length };
  });

async function sendCommands(
  call: ScopedCall,
  tx: Tx,
  storeIds: number[],
  { command: kind, volume = null, text = null }: CommandRequest,
): Promise<StoreCommand[]> {
  const { scope, caller, now } = call;
  const stores = await lockCommandedStores(scope, tx, storeIds);
  if (stores.length < storeIds.length) throw notFound();
  const [{ thresholdVolume } = { thresholdVolume: 0 }] = stores;
  if (volume !== null && volume < thresholdVolume)
    throw invalid({
      volume: `Enter a volume from ${thresholdVolume} to 100. Below ${thresholdVolume} the store counts as too quiet.`,
    });
  const commands: StoreCommand[] = [];
  const changed: typeof stores = [];
  for (const store of stores) {
    const waiting = await findWaitingCommand(scope, tx, { storeId: store.id, kind, now });
    const isSame = waiting?.volume === volume && waiting.text === text;
    if (waiting && isSame) {
      commands.push(toCommand(waiting, now));
      continue;
    }
    const command = {
      storeId: store.id,
      kind,
      volume,
      text,
      askedBy: caller.username,
      askedAt: now,
    };
    const replaced =
      waiting && kind !== "message"
        ? await changeWaitingCommand(scope, tx, waiting.id, command)
        : undefined;
    commands.push(toCommand(replaced ?? (await insertCommand(scope, tx, command)), now));
    changed.push(store);
  }
  await audit(
    tx,
    call,
    changed.map(({ id, name }) => ({
      companyId: scope.companyId,
      action: actions[kind],
      itemKind: "store",
      itemId: id,
      itemName: name,
      after: {
        command: kind,
        ...(volume !== null && { volume }),
        ...(text !== null && { message: text }),
      },
    })),
  );
  return commands;
}

const actions: Record<CommandKind, string> = {
  volume: "volume command sent",
  tone: "test tone sent",
  restart: "player restart sent",
  message: "message sent to store",
};

/**
 * Takes the player's answer. The first one counts. Throws 404 for a command that the calling device
 * was not given.
 */
export async function answerCommand(
  call: ScopedCall,
  id: number,
  { outcome, reason }: z.output<typeof answerEndpoint.body>,
  headers: DeviceHeaders,
): Promise<StoreCommand> {
  const { scope, now } = call;
  const { store, openedBy } = await findPlayer(call);
  const deviceId = deviceOf(call, headers);
  if (openedBy !== undefined || deviceId === undefined) throw notFound();
  return call.database.transaction(async (tx) => {
    const command = await lockDeliveredCommand(scope, tx, { id, storeId: store.id, deviceId });
    if (!command) throw notFound();
    if (command.outcome !== null) return toCommand(command, now);
    const answer = {
      outcome,
      reason: outcome === "refused" ? (reason ?? null) : null,
      answeredAt: now,
    };
    await storeAnswer(scope, tx, { storeId: store.id, id, answer });
    return toCommand({ ...command, ...answer }, now);
  });
}

/** The latest commands of a store that was found within the scope, newest first. */
export const listCommands = async (
  scope: Scope,
  db: Db,
  storeId: number,
  now: Date,
): Promise<StoreCommand[]> =>
  (await findCommands(scope, db, storeId, commandsShown)).map((command) => toCommand(command, now));
const commandsShown = 5;

/**
 * Lists commands to each row's store since it began, the newest first; gives a function of the
 * row's id.
 */
export async function listCommandsSince(
  scope: Scope,
  db: Db,
  rows: readonly { id: number; companyId: number; storeId: number; beganAt: Date }[],
  now: Date,
): Promise<(id: number) => StoreCommand[]> {
  const stores = rows.map(({ beganAt, ...row }) => ({ ...row, since: beganAt }));
  const commands = stores.length > 0 ? await findCommandsSince(scope, db, stores) : [];
  return (id) =>
    commands
      .filter(({ wantedId }) => wantedId === id)
      .slice(0, commandsShown)
      .map(({ wantedId: _, ...command }) => toCommand(command, now));
}

function toCommand(
  { askedAt, deliveredAt, answeredAt, outcome, ...command }: FoundCommand,
  now: Date,
): StoreCommand {
  const [state, since] = stateOf();
  return { ...command, askedAt: askedAt.toISOString(), state, since: since.toISOString() };

  function stateOf(): [StoreCommand["state"], Date] {
    if (outcome && answeredAt) return [outcome, answeredAt];
    if (deliveredAt) return ["delivered", deliveredAt];
    const minutes = command.kind === "message" ? messageMinutes : commandMinutes;
    const expiresAt = new Date(askedAt.getTime() + minutes * 60_000);
    return expiresAt <= now ? ["expired", expiresAt] : ["asked", askedAt];
  }
}
