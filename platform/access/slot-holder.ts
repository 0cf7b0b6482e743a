import type { SlotHolder } from "../base/work-slots.ts";
import type { Caller } from "./caller.ts";
import type { Scope } from "./scope.ts";

/** The caller, in the company whose data the call is about: provider staff work in many. */
export const slotHolderOf = ({
  caller,
  scope,
}: {
  caller: Caller;
  scope?: Scope | undefined;
}): SlotHolder => ({
  person: personKeyOf(caller),
  companyId: scope?.companyId ?? caller.companyId,
});

/** A user's id is unique only within its company. */
export const personKeyOf = ({ companyId, id }: Pick<Caller, "companyId" | "id">) =>
  `${companyId}/${id}`;
