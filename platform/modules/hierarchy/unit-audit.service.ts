import { type NeighbourChoice, neighbourLabels } from "#contract/hierarchy/words";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import type { ChangeableKind, FoundUnit } from "./unit-changes.queries.ts";

type Addition<T> = {
  kind: ChangeableKind;
  added: T | undefined;
  name: string;
  path: string[];
  neighbours?: NeighbourChoice | undefined;
};

export const neighbourWords = (choice: NeighbourChoice | null) => choice && neighbourLabels[choice];

export async function auditAddition<T extends { id: number }>(
  tx: Tx,
  call: ScopedCall,
  { kind, added, name, path, neighbours }: Addition<T>,
): Promise<T> {
  if (!added) throw new Error("insert returned no row");
  const { companyId } = call.scope;
  const after = {
    name,
    path,
    ...(neighbours && { neighbours: neighbourWords(neighbours) }),
  };
  await audit(tx, call, [
    { companyId, action: `${kind} added`, itemKind: kind, itemId: added.id, itemName: name, after },
  ]);
  return added;
}

type Change = {
  kind: ChangeableKind;
  unit: FoundUnit;
  name: string;
  from?: string[];
  to?: string[];
  neighbours?: NeighbourChoice;
};

export const auditChange = (
  tx: Tx,
  call: ScopedCall,
  { kind, unit, name, from, to, neighbours }: Change,
): Promise<void> =>
  audit(tx, call, [
    {
      companyId: call.scope.companyId,
      action: `${kind} ${to ? "moved" : neighbours ? "changed" : "renamed"}`,
      itemKind: kind,
      itemId: unit.id,
      itemName: name,
      before: {
        name: unit.name,
        ...(from && { path: from }),
        ...(neighbours && { neighbours: neighbourWords(unit.neighbours) }),
        version: unit.version,
      },
      after: {
        name,
        ...(to && { path: to }),
        ...(neighbours && { neighbours: neighbourWords(neighbours) }),
        version: unit.version + 1,
      },
    },
  ]);
