import { company } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";

/** A fixed code, since the setup form does not ask for one. */
const providerCode = "PROVIDER";

/**
 * Inserts the provider company and returns its id, or undefined if there is one already. Waits for
 * any other insert under way.
 */
export async function insertProvider(tx: Tx, name: string): Promise<number | undefined> {
  const [added] = await tx
    .insert(company)
    .values({ kind: "provider", code: providerCode, name })
    .onConflictDoNothing()
    .returning({ id: company.id });
  return added?.id;
}
