import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import type { SlotSeason, SlotTimes } from "#contract/schedule/slot-times";
import type { Scope } from "../../../access/scope.ts";
import { announce } from "../../../db/changes.ts";
import { company, groupPlaylist, masterRule, timeSlot } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";

export const findTimeSlots = (scope: Scope, db: Db) =>
  db
    .select({
      id: timeSlot.id,
      version: timeSlot.version,
      slotName: timeSlot.name,
      fromMinute: timeSlot.fromMinute,
      toMinute: timeSlot.toMinute,
      weekdays: timeSlot.weekdays,
      startsOn: timeSlot.startsOn,
      endsOn: timeSlot.endsOn,
    })
    .from(timeSlot)
    .where(eq(timeSlot.companyId, scope.companyId))
    .orderBy(timeSlot.fromMinute, timeSlot.id);
export type FoundSlot = Awaited<ReturnType<typeof findTimeSlots>>[number];

/**
 * Finds the slots and locks them until the transaction ends: of two people who change a company's
 * slots the second sees the first's changes, and a person who adds a rule to a removed slot waits
 * and finds it gone. Undefined for an unknown company.
 */
export async function lockTimeSlots(
  scope: Scope,
  tx: Tx,
): Promise<{ timeZone: string; slots: FoundSlot[] } | undefined> {
  const ofScope = eq(company.id, scope.companyId);
  const [row] = await tx
    .select({ timeZone: company.timeZone })
    .from(company)
    .where(ofScope)
    .for("no key update");
  await tx
    .select({ id: timeSlot.id })
    .from(timeSlot)
    .where(eq(timeSlot.companyId, scope.companyId))
    .orderBy(timeSlot.id)
    .for("update");
  return row && { timeZone: row.timeZone, slots: await findTimeSlots(scope, tx) };
}

type SlotValues = SlotTimes & SlotSeason & { slotName: string };
const slotColumns = ({
  slotName,
  fromMinute,
  toMinute,
  weekdays,
  startsOn,
  endsOn,
}: SlotValues) => ({
  name: slotName,
  fromMinute,
  toMinute,
  weekdays: [...weekdays],
  startsOn,
  endsOn,
});

export async function insertTimeSlot(scope: Scope, tx: Tx, slot: SlotValues): Promise<number> {
  const [added] = await tx
    .insert(timeSlot)
    .values({ ...slotColumns(slot), companyId: scope.companyId })
    .returning({ id: timeSlot.id });
  if (!added) throw new Error("insert returned no row");
  announce(tx, "rules", scope);
  return added.id;
}

/**
 * A slot's name while others take theirs, or until it is removed: nobody can enter it, since names
 * have no control characters.
 */
export const nameInPassing = (id: number): string => `\u0001${id}`;

/**
 * Gives the form of each name that the database compares: it ignores case, by its own locale.
 */
export async function findNamesCompared(tx: Tx, names: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ name: string; compared: string }>(
    sql`select name, lower(name) as compared from unnest(${sql.param(names)}::text[]) as given(name)`,
  );
  return new Map(rows.map(({ name, compared }) => [name, compared]));
}

/** Changes slots in two steps, so that two of them may swap their names. */
export async function updateTimeSlots(
  scope: Scope,
  tx: Tx,
  slots: readonly (SlotValues & { id: number })[],
): Promise<void> {
  if (slots.length === 0) return;
  const those = (ids: number[]) =>
    and(eq(timeSlot.companyId, scope.companyId), inArray(timeSlot.id, ids));
  await tx
    .update(timeSlot)
    .set({ name: sql`chr(1) || ${timeSlot.id}` }) // nameInPassing
    .where(those(slots.map(({ id }) => id)));
  for (const slot of slots)
    await tx
      .update(timeSlot)
      .set({ ...slotColumns(slot), version: sql`${timeSlot.version} + 1` })
      .where(those([slot.id]));
  announce(tx, "rules", scope);
}

/** Removes slots with their rules. */
export async function deleteTimeSlots(scope: Scope, tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(masterRule)
    .where(and(eq(masterRule.companyId, scope.companyId), inArray(masterRule.timeSlotId, ids)));
  await tx
    .delete(timeSlot)
    .where(and(eq(timeSlot.companyId, scope.companyId), inArray(timeSlot.id, ids)));
  announce(tx, "rules", scope);
}

/** Counts the groups' days between two dates: drafted ones, and published ones. */
export async function countComingDays(
  scope: Scope,
  db: Db,
  from: string,
  to: string | null,
): Promise<{ draft: number; published: number }> {
  const rows = await db
    .select({ state: groupPlaylist.state, days: sql<number>`count(*)::int` })
    .from(groupPlaylist)
    .where(
      and(
        eq(groupPlaylist.companyId, scope.companyId),
        gte(groupPlaylist.day, from),
        to === null ? undefined : lte(groupPlaylist.day, to),
      ),
    )
    .groupBy(groupPlaylist.state);
  const daysIn = (state: string) => rows.find((row) => row.state === state)?.days ?? 0;
  return { draft: daysIn("draft"), published: daysIn("published") };
}
