import type { z } from "zod";
import type {
  answerCommand as answerEndpoint,
  askCommand as askEndpoint,
  StoreCommand,
} from "#contract/player/commands";
import type { DeviceHeaders } from "#contract/player/endpoints";
import { type CommandKind, commandMinutes } from "#contract/player/words";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Db } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import {
  changeWaitingCommand,
  type FoundCommand,
  findCommands,
  findWaitingCommand,
  insertCommand,
  lockCommandedStore,
  lockDeliveredCommand,
  storeAnswer,
} from "./commands.queries.ts";
import { deviceOf } from "./devices.service.ts";
import { findPlayer } from "./player.service.ts";

/**
 * Sends a store's player a command. One that still waits is not added again, and takes another
 * volume: the store is to have the last one. Throws 404 for a store outside the scope, 422 on
 * `volume` below the company's threshold.
 */
export function askCommand(
  call: ScopedCall,
  {
    storeId,
    command: kind,
    volume = null,
  }: Omit<z.output<typeof askEndpoint.body>, "volume"> & { volume?: number | null | undefined },
): Promise<StoreCommand> {
  const { scope, caller, now } = call;
  return call.database.transaction(async (tx) => {
    const store = await lockCommandedStore(scope, tx, storeId);
    if (!store) throw notFound();
    const { thresholdVolume } = store;
    if (volume !== null && volume < thresholdVolume)
      throw invalid({
        volume: `Enter a volume from ${thresholdVolume} to 100. Below ${thresholdVolume} the store counts as too quiet.`,
      });
    const waiting = await findWaitingCommand(scope, tx, storeId, kind, now);
    if (waiting?.volume === volume) return asCommand(waiting, now);
    const command = { storeId, kind, volume, askedBy: caller.username, askedAt: now };
    const savedCommand =
      (waiting && (await changeWaitingCommand(scope, tx, waiting.id, command))) ??
      (await insertCommand(scope, tx, command));
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: actions[kind],
        itemKind: "store",
        itemId: storeId,
        itemName: store.name,
        after: { command: kind, ...(volume !== null && { volume }) },
      },
    ]);
    return asCommand(savedCommand, now);
  });
}

const actions: Record<CommandKind, string> = {
  volume: "volume command sent",
  tone: "test tone sent",
  restart: "player restart sent",
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
    if (command.outcome !== null) return asCommand(command, now);
    const answer = {
      outcome,
      reason: outcome === "refused" ? (reason ?? null) : null,
      answeredAt: now,
    };
    await storeAnswer(scope, tx, store.id, id, answer);
    return asCommand({ ...command, ...answer }, now);
  });
}

/** The latest commands of a store that was found within the scope, newest first. */
export const listCommands = async (
  scope: Scope,
  db: Db,
  storeId: number,
  now: Date,
): Promise<StoreCommand[]> =>
  (await findCommands(scope, db, storeId, commandsShown)).map((command) => asCommand(command, now));
const commandsShown = 5;

function asCommand(
  { askedAt, deliveredAt, answeredAt, outcome, ...command }: FoundCommand,
  now: Date,
): StoreCommand {
  const [state, since] = stateOf();
  return { ...command, askedAt: askedAt.toISOString(), state, since: since.toISOString() };

  function stateOf(): [StoreCommand["state"], Date] {
    if (outcome && answeredAt) return [outcome, answeredAt];
    if (deliveredAt) return ["delivered", deliveredAt];
    const expiresAt = new Date(askedAt.getTime() + commandMinutes * 60_000);
    return expiresAt <= now ? ["expired", expiresAt] : ["asked", askedAt];
  }
}
