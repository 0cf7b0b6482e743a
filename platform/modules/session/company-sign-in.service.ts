import { forbidden, notFound } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import {
  countUsersWithTwoSteps,
  findSignInRules,
  lockSignInRules,
  saveSignInRules,
} from "./company-sign-in.queries.ts";
import { refuseOpened } from "./current-password.ts";
import { sessionMessages } from "./messages.ts";

/** Only callers with the whole company may change how its users sign in. Throws 403. */
export function refuseParts({ scope }: Pick<ScopedCall, "scope">): void {
  if (scope.reach !== "company") throw forbidden();
}

/** Throws 403 unless the caller sees the whole company. */
export async function showSignInRules(call: ScopedCall) {
  refuseParts(call);
  const rules = await findSignInRules(call.scope, call.db);
  if (!rules) throw notFound();
  return {
    requiresTwoSteps: rules.requiresTwoSteps,
    ...(await countUsersWithTwoSteps(call.scope, call.db)),
  };
}

/**
 * Running sessions follow within two seconds. Throws 403 unless the caller sees the whole company,
 * and in an opened session.
 */
export async function changeSignInRules(
  call: ScopedCall,
  { requiresTwoSteps }: { requiresTwoSteps: boolean },
): Promise<void> {
  const { scope } = call;
  refuseParts(call);
  refuseOpened(call.caller, sessionMessages.ownSignInRules);
  await call.database.transaction(async (tx) => {
    const before = await lockSignInRules(scope, tx);
    if (!before) throw notFound();
    if (before.requiresTwoSteps === requiresTwoSteps) return;
    await saveSignInRules(scope, tx, { requiresTwoSteps });
    const about = {
      companyId: scope.companyId,
      itemKind: "company",
      itemId: before.id,
      itemName: before.name,
    };
    const change = {
      before: { requiresTwoSteps: before.requiresTwoSteps },
      after: { requiresTwoSteps },
    };
    await audit(tx, call, [{ ...about, action: "sign-in rules changed", ...change }]);
  });
}
