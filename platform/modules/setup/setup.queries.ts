import type { Tx } from "../../db/client.ts";
import { company } from "../../db/schema/index.ts";

/** Of its own making, so that it is in no client's way. */
const providerCode = "PROVIDER";

/** The provider company's id; undefined where there is one already. Whoever adds it at the same moment is waited for. */
export async function insertProvider(tx: Tx, name: string): Promise<number | undefined> {
  const [added] = await tx
    .insert(company)
    .values({ kind: "provider", code: providerCode, name })
    .onConflictDoNothing()
    .returning({ id: company.id });
  return added?.id;
}
