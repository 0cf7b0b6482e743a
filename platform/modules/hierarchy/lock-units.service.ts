import type { NeighbourChoice } from "#contract/hierarchy/words";
import { owns, type Scope } from "../../access/scope.ts";
import { forbidden, invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import { refuseOutdated } from "../audit/index.ts";
import { neighbourWords } from "./unit-audit.service.ts";
import {
  type ChangeableKind,
  type FoundUnit,
  findPathNames,
  lockUnit,
} from "./unit-changes.queries.ts";

export const notYours = "You cannot change a location above your own.";
const notAbove = "There is no such location, or you are not allowed to add to it.";

/**
 * True if the caller owns the unit above, and so may add to it, and move and delete its contents
 * (CTX-3).
 */
export const ownsAbove = (scope: Scope, kind: ChangeableKind, { regionId, zoneId }: FoundUnit) =>
  owns(scope, {
    regionId: kind === "region" ? null : regionId,
    zoneId: kind === "group" ? zoneId : null,
    groupId: null,
  });

/**
 * The unit that something is put into: 422 on its field for one that is out of sight or not owned.
 */
export async function lockAbove(
  scope: Scope,
  tx: Tx,
  kind: "region" | "zone",
  id: number,
): Promise<FoundUnit> {
  const above = await lockUnit(scope, tx, { kind, id, strength: "share" });
  if (!above || !owns(scope, above)) throw invalid({ [`${kind}Id`]: notAbove });
  return above;
}

export async function lockOwned(
  scope: Scope,
  tx: Tx,
  kind: ChangeableKind,
  id: number,
): Promise<FoundUnit> {
  const unit = await lockUnit(scope, tx, { kind, id, strength: "no key update" });
  if (!unit) throw notFound();
  if (!owns(scope, unit)) throw forbidden(notYours);
  return unit;
}

type UnitTarget = {
  id: number;
  version: number | undefined;
  name: string;
  aboveId: number;
  neighbours?: NeighbourChoice | undefined;
};

/**
 * Locks from the top down: first the target above, then the unit itself. A unit that does not move
 * needs no ownership of the one above.
 */
export async function lockForChange(scope: Scope, tx: Tx, kind: "zone" | "group", to: UnitTarget) {
  const aboveKind = kind === "zone" ? "region" : "zone";
  const field = `${aboveKind}Id`;
  const above = await lockUnit(scope, tx, { kind: aboveKind, id: to.aboveId, strength: "share" });
  const unit = await lockOwned(scope, tx, kind, to.id);
  const moves = to.aboveId !== (kind === "zone" ? unit.regionId : unit.zoneId);
  if (!above) throw invalid({ [field]: notAbove });
  if (moves && !owns(scope, above)) throw invalid({ [field]: notAbove });
  if (moves && !ownsAbove(scope, kind, unit))
    throw invalid({ [field]: `You are not allowed to move it out of its ${aboveKind}.` });
  const from = await findPathNames(scope, tx, kind, unit);
  const path = [...(await findPathNames(scope, tx, aboveKind, above)), above.name];
  await refuseOutdated(scope, tx, {
    item: { kind, id: to.id },
    loaded: to.version,
    stored: {
      name: unit.name,
      path: from,
      version: unit.version,
      neighbours: neighbourWords(unit.neighbours),
    },
    newValues: {
      name: to.name,
      path,
      ...(to.neighbours && { neighbours: neighbourWords(to.neighbours) }),
    },
    words: { path: (names) => (names as string[]).join(" › ") },
    formNames: { name: `${kind}Name`, path: field },
  });
  const isSame = !moves && unit.name === to.name;
  if (isSame && (to.neighbours ?? unit.neighbours) === unit.neighbours)
    throw invalid({ [field]: `${unit.name} is already in ${above.name}.` });
  return { unit, above, moves, from, to: path };
}
