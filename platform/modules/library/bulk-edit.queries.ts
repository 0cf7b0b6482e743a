import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { SongsChange } from "#contract/library/endpoints";
import { singleItems } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { catalogueItem, song, songTag } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";
import { type ActorsCall, auditAll } from "../audit/index.ts";
import { itemIds, songsNamed } from "./library.queries.ts";

export type SongsUpdate = SongsChange["set"];

/** Locks songs in the order of their keys until the transaction ends; gives how many there are. */
export async function lockSongs(scope: Scope, tx: Tx, ids: number[]): Promise<number> {
  const locked = await tx
    .select({ id: song.id })
    .from(song)
    .where(songsNamed(scope, ids))
    .orderBy(song.id)
    .for("update");
  return locked.length;
}

/**
 * Writes the set values on those of the songs that differ, with an audit row each. Gives their
 * number. The songs are locked.
 */
export async function setOnSongs(
  scope: Scope,
  tx: Tx,
  {
    call,
    ids,
    set,
    revision,
    now,
  }: { call: ActorsCall; ids: number[]; set: SongsUpdate; revision: number; now: Date },
) {
  const { addSeasonIds = [], removeSeasonIds = [], status } = set;
  const facets = singleItems.filter((facet) => set[`${facet}Id`] !== undefined);
  const active = status === undefined ? undefined : status === "active";
  const removed = removeSeasonIds.filter((id) => !addSeasonIds.includes(id));
  const differing = and(
    songsNamed(scope, ids),
    or(
      ...facets.map(
        (facet) => sql`${itemIds[facet]} is distinct from ${set[`${facet}Id`]}::bigint`,
      ),
      active === undefined ? undefined : sql`${song.active} <> ${active}`,
      ...addSeasonIds.map((id) => sql`not ${hasSeason(id)}`),
      ...removed.map((id) => hasSeason(id)),
    ),
  );

  const before: SQL[] = [sql`'version', ${song.version}`];
  const after: SQL[] = [sql`'version', ${song.version} + 1`];
  for (const facet of facets) {
    const id = sql.raw(`'${facet}Id'`);
    const nameKey = sql.raw(`'${facet}'`);
    const newId = sql`${set[`${facet}Id`]}::bigint`;
    before.push(sql`${id}, ${itemIds[facet]}, ${nameKey}, ${itemName(sql`${itemIds[facet]}`)}`);
    after.push(sql`${id}, ${newId}, ${nameKey}, ${itemName(newId)}`);
  }
  if (status !== undefined) {
    before.push(sql`'status', case when ${song.active} then 'active' else 'inactive' end`);
    after.push(sql`'status', ${status}::text`);
  }
  if (addSeasonIds.length > 0 || removed.length > 0) {
    before.push(sql`'seasonIds', ${seasonIds(sql`true`, [])}`);
    after.push(
      sql`'seasonIds', ${seasonIds(sql`tag.item_id <> all(${sql.param(removed)}::bigint[])`, addSeasonIds)}`,
    );
  }
  await auditAll(
    tx,
    call,
    sql`select ${scope.companyId}::bigint, 'song changed', 'song', ${song.id}::text, ${song.title},
      jsonb_build_object(${sql.join(before, sql`, `)}), jsonb_build_object(${sql.join(after, sql`, `)}) from ${song} where ${differing} order by ${song.id}`,
  );
  const changed = await tx
    .update(song)
    .set({
      ...Object.fromEntries(facets.map((facet) => [`${facet}Id`, set[`${facet}Id`]])),
      ...(active !== undefined && { active }),
      revision,
      version: sql`${song.version} + 1`,
      updatedAt: now,
    })
    .where(differing);
  if (removed.length > 0)
    await tx
      .delete(songTag)
      .where(
        and(eq(songTag.kind, "season"), inArray(songTag.itemId, removed), tagsOfSongs(scope, ids)),
      );
  if (addSeasonIds.length > 0)
    await tx.execute(sql`insert into ${songTag} (company_id, song_id, kind, item_id, position)
      select ${song.companyId}, ${song.id}, 'season', added.id, 100 + added.place
      from ${song} cross join unnest(${sql.param(addSeasonIds)}::bigint[]) with ordinality as added (id, place)
      where ${songsNamed(scope, ids)} on conflict do nothing`);
  return changed.rowCount ?? 0;
}

const hasSeason = (
  id: number,
) => sql`exists (select 1 from ${songTag} where ${songTag.companyId} = ${song.companyId}
  and ${songTag.songId} = ${song.id} and ${songTag.kind} = 'season' and ${songTag.itemId} = ${id})`;

const tagsOfSongs = ({ companyId }: Scope, ids: number[]) =>
  and(eq(songTag.companyId, companyId), sql`${songTag.songId} = any(${sql.param(ids)}::bigint[])`);

const itemName = (id: SQL) =>
  sql`(select ${catalogueItem.name} from ${catalogueItem} where ${catalogueItem.companyId} = ${song.companyId} and ${catalogueItem.id} = ${id})`;

/** A song's seasons of now that hold, and others, as JSON. */
const seasonIds = (
  holds: SQL,
  others: number[],
) => sql`(select coalesce(jsonb_agg(item_id order by item_id), '[]') from (
    select tag.item_id from ${songTag} as tag where tag.company_id = ${song.companyId} and tag.song_id = ${song.id} and tag.kind = 'season' and ${holds}
    union select unnest(${sql.param(others)}::bigint[])) as seasons)`;
