import { and, eq, exists, gte, isNull, lt, not, or, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { broadcastToWalls } from "../../db/changes.ts";
import { alert, storedFile } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { within } from "./alerts.queries.ts";

export type HelpCall = Pick<typeof alert.$inferInsert, "reason" | "details">;

/**
 * Opens a store's call for help, or replaces the reason, details and recording of the open one. Call
 * only for a store found in scope.
 */
export async function openHelpCall(
  { companyId }: Scope,
  tx: Tx,
  { storeId, call, now }: { storeId: number; call: HelpCall; now: Date },
) {
  const [row] = await tx
    .insert(alert)
    .values({
      companyId,
      storeId,
      kind: "help",
      beganAt: now,
      watchedFrom: now,
      watchedAt: now,
      raisedAt: now,
      ...call,
    })
    .onConflictDoUpdate({
      target: [alert.companyId, alert.storeId, alert.kind],
      targetWhere: isNull(alert.endedAt),
      set: { ...call, voiceNoteId: null, snoozedUntil: null, version: sql`${alert.version} + 1` },
    })
    .returning({ id: alert.id, beganAt: alert.beganAt });
  if (!row) throw new Error("the call for help was not written");
  broadcastToWalls(tx);
  return row;
}

/**
 * Gives the open call for help of a store its recording; undefined without an open call. Call only
 * for a store found in scope.
 */
export async function storeVoiceNote(
  { companyId }: Scope,
  tx: Tx,
  { storeId, fileId }: { storeId: number; fileId: string },
) {
  const [row] = await tx
    .update(alert)
    .set({ voiceNoteId: fileId, version: sql`${alert.version} + 1` })
    .where(
      and(
        eq(alert.companyId, companyId),
        eq(alert.storeId, storeId),
        eq(alert.kind, "help"),
        isNull(alert.endedAt),
      ),
    )
    .returning({ id: alert.id });
  if (row) broadcastToWalls(tx);
  return row;
}

/** Finds the recording of a call for help within the scope. */
export async function findVoiceNote(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select({ key: storedFile.key, mediaType: storedFile.mediaType })
    .from(alert)
    .innerJoin(storedFile, isVoiceNote)
    .where(and(within(scope), eq(alert.id, id)));
  return row;
}

const isVoiceNote = and(
  eq(storedFile.companyId, alert.companyId),
  eq(storedFile.id, alert.voiceNoteId),
);

const daysKept = 90;

/**
 * Part of the daily clearing: recordings of calls that ended 90 days ago, and those that no call
 * has. Their bytes go with those that no row names.
 */
export async function forgetOldVoiceNotes(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - daysKept * 86_400_000);
  const ofCall = db.select({ id: alert.id }).from(alert);
  await db
    .delete(storedFile)
    .where(
      and(
        eq(storedFile.purpose, "voice-note"),
        not(
          exists(
            ofCall.where(and(isVoiceNote, or(isNull(alert.endedAt), gte(alert.endedAt, before)))),
          ),
        ),
      ),
    );
  await db
    .update(alert)
    .set({ voiceNoteId: null })
    .where(and(sql`${alert.voiceNoteId} is not null`, lt(alert.endedAt, before)));
}
