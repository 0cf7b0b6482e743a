import { sql } from "drizzle-orm";
import { makePlayerCredential } from "../../platform/access/player-credential.ts";
import type { Database } from "../../platform/db/database.ts";

type Stores = { companyId: number; firstStore: number; stores: number };
/**
 * All players ask for their schedules, four at a time; then each asks again within the time, evenly
 * spread, with the version it has.
 */
export type PlayersTask = { url: string; credentials: string[]; milliseconds: number };
export type PlayersAnswer = { wholeASecond: number; p95: number };

/** Gives each of the stores a manager and a signed-in device; gives the devices' credentials. */
export async function addPlayers(
  { transaction }: Database,
  { companyId, firstStore, stores }: Stores,
): Promise<string[]> {
  const firstId = firstStore; // users and devices are numbered as their stores
  const credentials = Array.from({ length: stores }, (_, n) =>
    makePlayerCredential(companyId, firstId + n),
  );
  await transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into app_user (company_id, id, username, email, fname, role, level, password_hash)
      select ${companyId}::bigint, ${firstId}::bigint + n, 'bench.player.' || n, 'bench.player.' || n || '@bench.example', 'Bench', 'ROLE_Store_Music_Manager', 'store', 'none'
      from generate_series(0, ${stores - 1}::int) n`);
    await tx.execute(sql`insert into user_unit (company_id, user_id, store_id)
      select ${companyId}::bigint, ${firstId}::bigint + n, ${firstStore}::bigint + n from generate_series(0, ${stores - 1}::int) n`);
    await tx.execute(sql`insert into player_device (company_id, id, store_id, device_id, user_id, secret_hash, signed_in_at, last_seen_at)
      select ${companyId}::bigint, ${firstId}::bigint + n - 1, ${firstStore}::bigint + n - 1, 'bench', ${firstId}::bigint + n - 1, hash, now(), now()
      from unnest(${sql.param(credentials.map(({ secretHash }) => secretHash))}::text[]) with ordinality as hashes(hash, n)`);
  });
  return credentials.map(({ credential }) => credential);
}
