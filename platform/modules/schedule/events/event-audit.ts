import type { Scope } from "../../../access/scope.ts";

export const itemKind = "event playlist";
export const itemOf = (scope: Scope, { id, name }: { id: number; name: string }) => ({
  companyId: scope.companyId,
  itemKind,
  itemId: id,
  itemName: name,
});
