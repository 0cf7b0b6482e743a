import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { daysAhead } from "#contract/player/limits";
import type { Scope } from "../../access/scope.ts";
import { groupsWithin, storesWithin, usersWithin } from "../../access/scope-conditions.ts";
import { announce, broadcastToPlayers } from "../../db/changes.ts";
import {
  appUser,
  company,
  playLog,
  region,
  song,
  spot,
  store,
  storeGroup,
  storeLog,
  storeState,
  userUnit,
  zone,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { openingAt } from "./opening-times.queries.ts";
import { storeFacts } from "./store-condition.queries.ts";
import { path, playsToday } from "./stores.queries.ts";

/** Lists the columns that forms change, by the names of their fields. */
const formColumns = {
  storeCode: store.code,
  storeName: store.name,
  groupId: store.groupId,
  timeZone: store.timeZone,
  country: store.country,
  addressLine: store.addressLine,
  city: store.city,
  state: store.state,
  postalCode: store.postalCode,
  contactName: store.contactName,
  email: store.email,
  phoneCountryCode: store.phoneCountryCode,
  phone: store.phone,
  deviceKind: store.deviceKind,
  deviceSerial: store.deviceSerial,
  licenceName: store.licenceName,
  licenceNumber: store.licenceNumber,
  licenceFrom: store.licenceFrom,
  licenceTo: store.licenceTo,
};

export async function findStore(scope: Scope, db: Db, id: number, now: Date) {
  const [row] = await db
    .select({
      ...formColumns,
      id: store.id,
      version: store.version,
      regionId: store.regionId,
      zoneId: store.zoneId,
      regionName: region.name,
      zoneName: zone.name,
      groupName: storeGroup.name,
      status: store.status,
      statusSince: store.statusSince,
      condition: storeFacts(now).condition,
      lastSeenAt: storeState.lastSeenAt,
      lastPlayedAt: storeState.lastPlayedAt,
      playerVersion: storeState.playerVersion,
      storedUntil: storeState.storedUntil,
      heldSince: storeState.heldSince,
      holdsNewest: holdsNewest(now),
      volume: storeState.volume,
      setVolume: store.volume,
      thresholdVolume: company.thresholdVolume,
      optimumVolume: company.optimumVolume,
      playsToday: playsToday(now),
      receivedToday: playsToday(now, "received"),
    })
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(storeState, path.state)
    .innerJoin(openingAt(now), sql`true`)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .where(and(storesWithin(scope), eq(store.id, id)));
  return row;
}
/** True if the player holds all logs in force of the days that players get. */
const holdsNewest = (now: Date) => sql<boolean>`not exists (select from ${storeLog}
  where ${storeLog.companyId} = ${store.companyId} and ${storeLog.storeId} = ${store.id} and ${storeLog.supersededAt} is null
    and ${storeLog.day} - (${now.toISOString()}::timestamptz at time zone ${store.timeZone})::date between 0 and ${daysAhead}
    and not ${storeLog.id} = any(${storeState.heldLogIds}))`;

export type FoundStore = NonNullable<Awaited<ReturnType<typeof findStore>>>;

/** Reads the form's fields as stored, under a lock that holds until the transaction ends. */
export async function lockStore(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx
    .select({
      ...formColumns,
      id: store.id,
      status: store.status,
      volume: store.volume,
      version: store.version,
    })
    .from(store)
    .where(and(storesWithin(scope), eq(store.id, id)))
    .for("update");
  return row;
}

/** The users who play a store. */
export const findStoreUsers = (scope: Scope, db: Db, storeId: number) =>
  db
    .select({
      id: appUser.id,
      username: appUser.username,
      status: appUser.status,
      lastSignedInAt: appUser.lastSignedInAt,
    })
    .from(appUser)
    .innerJoin(
      userUnit,
      and(eq(userUnit.companyId, appUser.companyId), eq(userUnit.userId, appUser.id)),
    )
    .where(
      and(
        usersWithin(scope),
        eq(userUnit.storeId, storeId),
        eq(appUser.level, "store"),
        eq(appUser.role, "ROLE_Store_Music_Manager"),
      ),
    )
    .orderBy(appUser.usernameKey, appUser.id);

/** The latest play-outs of a store on the days named. */
export const findPlays = (
  scope: Scope,
  db: Db,
  { storeId, days, limit }: { storeId: number; days: string[]; limit: number },
) =>
  db
    .select({
      startedAt: playLog.startedAt,
      kind: playLog.kind,
      title: sql<string>`coalesce(${song.title}, ${spot.name}, '')`,
      artist: song.artist,
      seconds: playLog.seconds,
      reason: playLog.reason,
    })
    .from(playLog)
    .leftJoin(song, eq(song.id, playLog.songId))
    .leftJoin(spot, and(eq(spot.companyId, playLog.companyId), eq(spot.id, playLog.spotId)))
    .where(
      and(
        eq(playLog.companyId, scope.companyId),
        inArray(playLog.day, days),
        eq(playLog.storeId, storeId),
      ),
    )
    .orderBy(desc(playLog.startedAt))
    .limit(limit);

/**
 * True if another store of the company has the code. Codes are unique in the
 * company, whatever the caller's scope.
 */
export async function isCodeTaken(
  { companyId }: Scope,
  db: Db,
  code: string,
  besides: number | undefined,
): Promise<boolean> {
  const others = besides === undefined ? undefined : ne(store.id, besides);
  const rows = await db
    .select({ id: store.id })
    .from(store)
    .where(and(eq(store.companyId, companyId), sql`lower(${store.code}) = lower(${code})`, others))
    .limit(1);
  return rows.length > 0;
}

/**
 * The path of a group within the scope, kept from being moved or deleted until the transaction
 * ends.
 */
export async function lockGroupPath(scope: Scope, db: Db, groupId: number) {
  const [group] = await db
    .select({
      groupId: storeGroup.id,
      zoneId: storeGroup.zoneId,
      regionId: storeGroup.regionId,
      name: storeGroup.name,
    })
    .from(storeGroup)
    .where(and(groupsWithin(scope), eq(storeGroup.id, groupId)))
    .for("share");
  return group;
}

export async function findGroupName(
  { companyId }: Scope,
  db: Db,
  groupId: number,
): Promise<string | undefined> {
  const [group] = await db
    .select({ name: storeGroup.name })
    .from(storeGroup)
    .where(and(eq(storeGroup.companyId, companyId), eq(storeGroup.id, groupId)));
  return group?.name;
}

/** By the names of the form's fields. */
type StoreValues = Omit<typeof store.$inferInsert, "companyId" | "id" | "code" | "name"> & {
  storeCode: string;
  storeName: string;
};
const resultColumns = {
  id: store.id,
  storeCode: store.code,
  storeName: store.name,
  status: store.status,
  version: store.version,
};

export async function insertStore(
  { companyId }: Scope,
  tx: Tx,
  { storeCode, storeName, ...values }: StoreValues,
) {
  const [added] = await tx
    .insert(store)
    .values({ companyId, code: storeCode, name: storeName, ...values })
    .returning(resultColumns);
  if (!added) throw new Error("insert returned no row");
  announce(tx, "stores", { companyId });
  return added;
}

/** Updates a locked store and increments its version. */
export async function updateStore(
  { companyId }: Scope,
  tx: Tx,
  id: number,
  change: Partial<StoreValues>,
  now: Date,
) {
  const { storeCode, storeName, ...values } = change;
  const [changed] = await tx
    .update(store)
    .set({
      ...values,
      code: storeCode,
      name: storeName,
      version: sql`${store.version} + 1`,
      updatedAt: now,
    })
    .where(and(eq(store.companyId, companyId), eq(store.id, id)))
    .returning(resultColumns);
  if (!changed) throw new Error("update returned no row");
  announce(tx, "stores", { companyId });
  broadcastToPlayers(tx, { signal: "schedule", storeIds: [id] });
  return changed;
}
