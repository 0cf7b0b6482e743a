import { forbidden } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";

/**
 * Spots and contacts at brands belong to a company as a whole, as its charts do (CTX-3): provider
 * staff, national admins and limited admins change them; those of a region, zone, group or store
 * read them.
 */
export const mayChange = ({ scope }: Pick<ScopedCall, "scope">): boolean =>
  scope.reach === "company";

/** Throws 403 for those who only read them; `its` names them in the refusal. */
export function refuseReaders(
  call: Pick<ScopedCall, "scope">,
  its: "spots" | "brands' contacts",
): void {
  if (!mayChange(call)) throw forbidden(`Only admins of the whole company can change its ${its}.`);
}
