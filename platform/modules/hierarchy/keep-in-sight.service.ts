import type { Scope } from "../../access/scope.ts";
import { invalid } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import { findUnitless, type UnitRef } from "./unit-users.queries.ts";

/**
 * Throws 422 on the field where a caller of narrower scope than the company has left one of the
 * users without any unit.
 */
export async function keepInSight(
  scope: Scope,
  tx: Tx,
  { kind, userIds, field }: { kind: UnitRef["kind"]; userIds: number[]; field: string },
): Promise<void> {
  if (scope.reach === "company") return;
  const [unitlessUser] = await findUnitless(scope, tx, kind, userIds);
  if (unitlessUser)
    throw invalid({
      [field]: `${unitlessUser.username} has no other ${kind}. Assign them to another one first: only admins of the whole company see users who have none.`,
    });
}
