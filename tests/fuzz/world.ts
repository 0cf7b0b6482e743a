import { changePlaylist } from "#contract/schedule/day-changes";
import { previewGroupDay } from "#contract/schedule/endpoints";
import { signIn, type Tokens } from "#contract/session/endpoints";
import { companies } from "#demo/companies";
import { ensureMonthPartitions } from "#platform/db/month-partitions";
import { makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { type DemoWorld, openDemoWorld, ours, theirs } from "../sweeps/demo-world.ts";
import type { Person } from "../sweeps/own-calls.ts";
import { openSales, restoreCampaigns } from "./campaigns.ts";

/**
 * Somebody who sends requests; `mustNotSee` is in the names of all that lies outside what they may
 * see.
 */
export type Sender = {
  name: string;
  token: string;
  person: Person;
  companyId: number;
  staff: boolean;
  mustNotSee: RegExp | undefined;
};

/**
 * The demo world with every name of Northwind's beginning with Ourmark, of the third company with
 * Alien, a sender for each role and sub-role and one of a foreign company, and the identifiers,
 * cursors and tokens that requests are made of.
 */
export async function openFuzzWorld() {
  const world = await openDemoWorld(anyEngine);
  const { pool, db } = world.at.database;
  // as the platform's jobs do
  await ensureMonthPartitions(db, "play_log", new Date(Date.now() - 95 * 86_400_000), 6);
  for (const table of [
    "company",
    "region",
    "zone",
    "store_group",
    "store",
    "chart",
    "spot",
    "time_slot",
  ]) {
    const key = table === "company" ? "id" : "company_id";
    await pool.query(
      `update ${table} set name = left('Ourmark ' || name, 60) where ${key} = ${ours}`,
    );
    await pool.query(
      `update ${table} set name = left(replace(name, 'Foreign', 'Alien'), 60) where ${key} = ${companies.corner.id}`,
    );
  }

  const { regionId, zoneId, groupId, storeId } = world.units.ours;
  const units: Record<
    string,
    { level: "national" | "regional" | "zonal" | "group" | "store"; units?: object[] }
  > = {
    national: { level: "national" },
    limited: { level: "national" },
    regional: { level: "regional", units: [{ regionId }] },
    zonal: { level: "zonal", units: [{ zoneId }] },
    group: { level: "group", units: [{ groupId }] },
    manager: { level: "store", units: [{ storeId }] },
  };
  const part = ["regional", "zonal", "group", "manager"];
  /** A new user in a role, signed in: requests may end the sessions of the one before. */
  const hire = async (name: string): Promise<Sender> => {
    const { role, subRole }: Person = world.people[name] ?? {
      role: "ROLE_Client_Admin",
      subRole: null,
    };
    const foreign = name === "brightmart";
    const companyId = foreign
      ? theirs
      : role.startsWith("ROLE_Fever")
        ? companies.provider.id
        : ours;
    const { username } = await makeUser(world.at.database, companyId, {
      role,
      ...(subRole && { subRole }),
      ...(foreign ? { level: "national" } : units[name]),
    });
    const staff = companyId === companies.provider.id;
    const mustNotSee = staff
      ? undefined
      : foreign
        ? /Ourmark|Alien/
        : part.includes(name)
          ? /Foreign|Alien|Elsewhere/
          : /Foreign|Alien/;
    return {
      name,
      person: { role, subRole },
      token: await world.at.tokenOf(username),
      companyId,
      staff,
      mustNotSee,
    };
  };
  const names = [...Object.keys(world.people), "brightmart"];
  const senders: Sender[] = [];
  for (const name of names) senders.push(await hire(name));

  await publishToday(world);
  await openSales(world);
  const spare = await makeUser(world.at.database, ours, {
    role: "ROLE_Client_Admin",
    level: "national",
  });
  return {
    world,
    senders,
    hire,
    secrets: await secretsOf(world, spare.username),
    restore: () => restore(world),
  };
}
export type FuzzWorld = Awaited<ReturnType<typeof openFuzzWorld>>;

/** A published day on each side, so that there are playlists and logs to reach for. */
async function publishToday({ at, units, people, brightmart }: DemoWorld): Promise<void> {
  const day = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  for (const side of ["ours", "elsewhere", "theirs"] as const) {
    const username = side === "theirs" ? brightmart : (people.national?.username ?? "");
    const preview = await at.call(
      previewGroupDay,
      { query: { groupId: units[side].groupId, day } },
      username,
    );
    const published = await at.call(
      changePlaylist,
      { body: { id: (preview.body.data as { id: number }).id, change: "publish" } },
      username,
    );
    if (published.status !== 200)
      throw new Error(`${side}: ${published.status} ${published.body.message}`);
  }
}

/** Cursors of lists of both companies and the tokens of a user whom nobody needs. */
async function secretsOf({ at, people, brightmart }: DemoWorld, spare: string) {
  const cursors: string[] = [];
  for (const username of [people.national?.username ?? "", brightmart])
    for (const path of [
      "/store?limit=2",
      "/store?limit=2&sort=-code",
      "/future-group-playlist/by-company?limit=2",
    ]) {
      const response = await at.send(
        new Request(`http://platform/api${path}`, {
          headers: { Authorization: `Bearer ${await at.tokenOf(username)}` },
        }),
      );
      const { page } = (await response.json()) as { page?: { next: string | null } };
      if (page?.next) cursors.push(page.next);
    }
  const { body } = await at.call(signIn, { body: { username: spare, password } });
  return { cursors, username: spare, ...(body.data as Tokens) };
}

/**
 * Restores what requests may switch off or decide: companies, stores (and with them their managers'
 * players), campaigns, rules' versions, requests.
 */
async function restore(world: DemoWorld): Promise<void> {
  const { at } = world;
  await at.database.pool.query("update store set status = 'active' where status <> 'active'");
  await at.database.pool.query(
    "update company set status = 'active', requires_two_steps = false where status <> 'active' or requires_two_steps",
  );
  await restoreCampaigns(world);
  await at.database.pool.query(
    "update public_request set state = 'new', decided_at = null, decided_by = null, decision = null, made_company_id = null where state <> 'new' and kind <> 'query'",
  );
  await at.database.pool.query("update master_rule set version = 1 where version > 1");
  // or the first visitors' forms would be the last
  await at.database.pool.query("delete from rate_limit");
}
