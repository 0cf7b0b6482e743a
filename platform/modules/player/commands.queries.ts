import { and, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import {
  type CommandKind,
  commandMinutes,
  type commandOutcomes,
  messageMinutes,
} from "#contract/player/words";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { broadcastToPlayers } from "../../db/changes.ts";
import { company, playerCommand, store } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

const columns = {
  id: playerCommand.id,
  kind: playerCommand.kind,
  volume: playerCommand.volume,
  text: playerCommand.text,
  askedBy: playerCommand.askedBy,
  askedAt: playerCommand.askedAt,
  deliveredAt: playerCommand.deliveredAt,
  answeredAt: playerCommand.answeredAt,
  outcome: playerCommand.outcome,
  reason: playerCommand.reason,
};
export type FoundCommand = Awaited<ReturnType<typeof findCommands>>[number];

const ofStore = (scope: Scope, storeId: number) =>
  and(eq(playerCommand.companyId, scope.companyId), eq(playerCommand.storeId, storeId));
const ago = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);
const askedAfter = (now: Date) =>
  and(
    gt(playerCommand.askedAt, ago(now, messageMinutes)),
    or(eq(playerCommand.kind, "message"), gt(playerCommand.askedAt, ago(now, commandMinutes))),
  );

/** The stores within the scope and the limits of their volume, locked until the transaction ends. */
export const lockCommandedStores = (scope: Scope, tx: Tx, storeIds: number[]) =>
  tx
    .select({ id: store.id, name: store.name, thresholdVolume: company.thresholdVolume })
    .from(store)
    .innerJoin(company, eq(company.id, store.companyId))
    .where(and(storesWithin(scope), inArray(store.id, storeIds)))
    .orderBy(store.id)
    .for("update", { of: store });

/** The latest commands of a store that was found within the scope, the last first. */
export const findCommands = (scope: Scope, db: Db, storeId: number, limit: number) =>
  db
    .select(columns)
    .from(playerCommand)
    .where(ofStore(scope, storeId))
    .orderBy(desc(playerCommand.id))
    .limit(limit);

/** A store whose commands are wanted, and since when; `id` is the caller's own reference. */
type StoreCommandQuery = { id: number; companyId: number; storeId: number; since: Date };

/** Finds commands to stores that were found within the scope, each since an instant, newest first. */
export const findCommandsSince = (_scope: Scope, db: Db, stores: readonly StoreCommandQuery[]) =>
  db
    .select({ ...columns, wantedId: sql<number>`wanted.id::int` })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as wanted(id bigint, "companyId" bigint, "storeId" bigint, since timestamptz)`,
    )
    .innerJoin(
      playerCommand,
      sql`${playerCommand.companyId} = wanted."companyId" and ${playerCommand.storeId} = wanted."storeId" and ${playerCommand.askedAt} >= wanted.since`,
    )
    .orderBy(desc(playerCommand.id))
    .limit(mostCommands);
const mostCommands = 500;

/** The last of a store's commands that still waits for a player. */
export async function findWaitingCommand(
  scope: Scope,
  tx: Tx,
  { storeId, kind, now }: { storeId: number; kind: CommandKind; now: Date },
) {
  const [row] = await tx
    .select(columns)
    .from(playerCommand)
    .where(
      and(
        ofStore(scope, storeId),
        eq(playerCommand.kind, kind),
        isNull(playerCommand.deliveredAt),
        askedAfter(now),
      ),
    )
    .orderBy(desc(playerCommand.id))
    .limit(1);
  return row;
}

export type NewCommand = {
  storeId: number;
  kind: CommandKind;
  volume: number | null;
  text: string | null;
  askedBy: string;
  askedAt: Date;
};

export async function insertCommand(
  scope: Scope,
  tx: Tx,
  command: NewCommand,
): Promise<FoundCommand> {
  const [row] = await tx
    .insert(playerCommand)
    .values({ companyId: scope.companyId, ...command })
    .returning(columns);
  if (!row) throw new Error("the command was not written");
  broadcastToPlayers(tx, { signal: "commands", storeIds: [command.storeId] });
  return row;
}

/**
 * Changes what a waiting command asks for. Gives nothing if a player has fetched
 * it in the meantime.
 */
export async function changeWaitingCommand(
  scope: Scope,
  tx: Tx,
  id: number,
  { storeId, ...change }: NewCommand,
): Promise<FoundCommand | undefined> {
  const [row] = await tx
    .update(playerCommand)
    .set(change)
    .where(
      and(ofStore(scope, storeId), eq(playerCommand.id, id), isNull(playerCommand.deliveredAt)),
    )
    .returning(columns);
  broadcastToPlayers(tx, { signal: "commands", storeIds: [storeId] });
  return row;
}

/** A command that was given to a device of the store, locked until the transaction ends. */
export async function lockDeliveredCommand(
  scope: Scope,
  tx: Tx,
  delivery: { id: number; storeId: number; deviceId: string },
) {
  const [row] = await tx
    .select(columns)
    .from(playerCommand)
    .where(
      and(
        ofStore(scope, delivery.storeId),
        eq(playerCommand.id, delivery.id),
        eq(playerCommand.deliveredTo, delivery.deviceId),
      ),
    )
    .for("update");
  return row;
}

type GivenAnswer = {
  outcome: (typeof commandOutcomes)[number];
  reason: string | null;
  answeredAt: Date;
};

export const storeAnswer = (
  scope: Scope,
  tx: Tx,
  { storeId, id, answer }: { storeId: number; id: number; answer: GivenAnswer },
) =>
  tx
    .update(playerCommand)
    .set(answer)
    .where(and(ofStore(scope, storeId), eq(playerCommand.id, id)));

/**
 * An UPDATE that gives a store's unanswered commands to the device, where `plays` holds, and
 * returns them: those that wait since no longer than they may, and those that this device was given
 * and has not answered in that time. A message is for people, so it is given to the next device as
 * well until somebody has seen it.
 */
export const giveCommands = (
  scope: Scope,
  storeId: number,
  { deviceId, plays, now }: { deviceId: SQL; plays: SQL; now: Date },
): SQL => sql`
  update player_command set delivered_at = coalesce(delivered_at, ${now.toISOString()}::timestamptz), delivered_to = ${deviceId}
  where ${and(ofStore(scope, storeId), isNull(playerCommand.outcome), askedAfter(now))}
    and (${playerCommand.deliveredTo} is null or ${playerCommand.deliveredTo} = ${deviceId} or ${playerCommand.kind} = 'message') and ${plays}
  returning id, kind, volume, text`;

const keptDays = 90;

/** For the daily job: deletes old commands; the change log keeps who sent them. */
export const forgetOldCommands = (db: Db, now: Date) =>
  db
    .delete(playerCommand)
    .where(lt(playerCommand.askedAt, new Date(now.getTime() - keptDays * 86_400_000)));
