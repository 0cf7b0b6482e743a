/**
 * Measures a change of a store with its audit row in one transaction against the same change
 * without, eight at once over 400 stores, in turns. PostgreSQL waits for its disk, as a server that
 * keeps what it acknowledges does. Prints one JSON line. Run: npx tsx bench/audited-change.ts
 */
import { and, eq } from "drizzle-orm";
import { store } from "../platform/db/schema/index.ts";
import type { Tx } from "../platform/db/types.ts";
import { audit, systemActor } from "../platform/modules/audit/index.ts";
import { startPostgresCluster } from "../tests/support/postgres-server.ts";
import { perSecond } from "./support/at-once.ts";
import { compared, say } from "./support/figures.ts";
import { openDatabaseOn } from "./support/postgres.ts";
import { seedOrganisation } from "./support/seed.ts";

const companyId = 900;
const stores = 400;
const rounds = 15;
const atOnce = 8;

const cluster = await startPostgresCluster({ fsync: "on", full_page_writes: "on" });
if (!cluster) throw new Error("this bench needs PostgreSQL: install it");
const { database, stop } = await openDatabaseOn(cluster);
await seedOrganisation(database, { id: companyId, stores, username: "bench.audit" });
const ids = Array.from({ length: stores }, (_, n) => n + 1);
const [values, peers]: [number[], number[]] = [[], []];
for (let round = 0; round <= rounds; round++) {
  const change = async (tx: Tx, id: number, name: string) => {
    const [before] = await tx
      .select({ contactName: store.contactName })
      .from(store)
      .where(and(eq(store.companyId, companyId), eq(store.id, id)))
      .for("update");
    await tx
      .update(store)
      .set({ contactName: name })
      .where(and(eq(store.companyId, companyId), eq(store.id, id)));
    return before;
  };
  const alone =
    1000 /
    (await perSecond(ids, atOnce, (id) =>
      database.transaction((tx) => change(tx, id, `Ada ${round}`)),
    ));
  const audited = await perSecond(ids, atOnce, (id) =>
    database.transaction(async (tx) => {
      const before = await change(tx, id, `Bea ${round}`);
      const item = { itemKind: "store", itemId: id, itemName: `Shop ${id}` };
      await audit(tx, systemActor(), [
        {
          companyId,
          action: "store changed",
          ...item,
          before,
          after: { contactName: `Bea ${round}` },
        },
      ]);
    }),
  );
  if (round === 0) continue; // warms up
  values.push(1000 / audited);
  peers.push(alone);
}
await stop();
const ratios = values.map((value, round) => value / (peers[round] ?? Number.NaN));
say("audited-change", [
  compared({
    measure: "a change with its audit row, ms",
    peer: "the change without",
    values,
    peers,
    ratios,
    atMost: 1.2,
  }),
]);
