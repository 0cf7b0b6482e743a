import { inArray } from "drizzle-orm";
import type { Role, SubRole } from "#contract/base/roles";
import type { Level } from "#contract/base/scope";
import type { Database } from "#platform/db/database";
import * as table from "#platform/db/schema/index";
import { passwordHash } from "./platform.ts";

/** Numbers of six digits, so that names sort alike as text and as numbers. */
let serial = 100_000;

type Person = {
  role: Role;
  subRole?: SubRole;
  level?: Level;
  units?: { regionId?: number; zoneId?: number; groupId?: number; storeId?: number }[];
  status?: "invited" | "active" | "inactive";
  onboardedStep?: number;
};

/** Adds an active user with the tests' password; gives id and username. */
export async function makeUser(
  { db }: Database,
  companyId: number,
  { units = [], ...person }: Person,
) {
  const username = `user.${++serial}`;
  const [user] = await db
    .insert(table.appUser)
    .values(userRow(companyId, username, await passwordHash, person))
    .returning({ id: table.appUser.id });
  if (!user) throw new Error("no user");
  await db.insert(table.login).values({ username, companyId, userId: user.id });
  if (units.length > 0)
    await db
      .insert(table.userUnit)
      .values(units.map((unit) => ({ companyId, userId: user.id, ...unit })));
  return { id: user.id, username };
}

/** Makes the provider's company, with one user per sub-role, by its name. */
export async function makeProvider(database: Database) {
  const provider = { kind: "provider" as const, code: `FEVER-${++serial}`, name: "Fever" };
  const [companyId = 0] = idsOf(
    await database.db.insert(table.company).values(provider).returning({ id: table.company.id }),
  );
  const staff = {} as Record<SubRole, string>;
  for (const [subRole, role] of Object.entries(subRolesOf))
    staff[subRole as SubRole] = (
      await makeUser(database, companyId, { role, subRole: subRole as SubRole })
    ).username;
  return { companyId, staff };
}
const subRolesOf: Record<SubRole, Role> = {
  Fever_Super_Admin_Major: "ROLE_Fever_Super_Admin",
  Fever_Super_Admin_Ops: "ROLE_Fever_Super_Admin",
  Fever_Admin_Major: "ROLE_Fever_Admin",
  Fever_Admin_Ops: "ROLE_Fever_Admin",
  Fever_Music_Admin: "ROLE_Fever_Music_Manager",
  Fever_Music_Limited: "ROLE_Fever_Music_Manager",
};

/**
 * Makes a client company: two regions (North, South), each with two zones of one group of two
 * stores, open 09:00 to 21:00 in Asia/Kolkata, one store without a group, and users: admin
 * (national), regional, zonal, group, limited (national), manager (first store). Regional, zonal,
 * group and manager belong to North. One statement per table, because hundreds of tests make one.
 */
export async function makeCompany(
  database: Database,
  { timeZone = "Asia/Kolkata", country = "IN" } = {},
) {
  const hash = await passwordHash;
  return database.transaction(async (db) => {
    const name = `Company ${++serial}`;
    const code = `C-${serial}`;
    const [companyId = 0] = idsOf(
      await db
        .insert(table.company)
        .values({ kind: "client", code, name, timeZone, country })
        .returning({ id: table.company.id }),
    );
    const regionNames = ["North", "South"];
    const regions = await db
      .insert(table.region)
      .values(regionNames.map((region) => ({ companyId, name: region })))
      .returning({ id: table.region.id });
    const places = regions.flatMap(({ id: regionId }, at) =>
      [1, 2].map((n) => ({ regionId, region: regionNames[at] ?? "", n })),
    );
    const zones = await db
      .insert(table.zone)
      .values(
        places.map(({ regionId, region, n }) => ({
          companyId,
          regionId,
          name: `${region} zone ${n}`,
        })),
      )
      .returning({ id: table.zone.id });
    const groups = await db
      .insert(table.storeGroup)
      .values(
        places.map(({ regionId, region, n }, at) => ({
          companyId,
          regionId,
          zoneId: zones[at]?.id ?? 0,
          name: `${region} group ${n}`,
        })),
      )
      .returning({ id: table.storeGroup.id });
    const storeRows = places.flatMap(({ regionId, region, n }, at) =>
      [1, 2].map((m) => ({
        name: `${region} store ${n}.${m}`,
        regionId,
        zoneId: zones[at]?.id ?? 0,
        groupId: groups[at]?.id ?? 0,
      })),
    );
    const stores = await db
      .insert(table.store)
      .values(
        [...storeRows, { name: "Alone" }].map((row, at) => ({
          companyId,
          code: `S-${companyId}-${at + 1}`,
          timeZone,
          ...row,
        })),
      )
      .returning({
        id: table.store.id,
        name: table.store.name,
        code: table.store.code,
        regionId: table.store.regionId,
        zoneId: table.store.zoneId,
        groupId: table.store.groupId,
      });
    const week = Array.from({ length: 7 }, (_, weekday) => ({
      companyId,
      weekday,
      opens: 540,
      closes: 1260,
    }));
    await db
      .insert(table.storeHours)
      .values(stores.flatMap(({ id: storeId }) => week.map((day) => ({ ...day, storeId }))));
    const unitOf = (region: number) => ({
      regionId: regions[region]?.id ?? 0,
      zoneIds: idsOf(zones).slice(2 * region, 2 * region + 2),
      groupIds: idsOf(groups).slice(2 * region, 2 * region + 2),
    });
    const north = unitOf(0);
    const south = unitOf(1);
    const people = {
      admin: { level: "national" },
      regional: { level: "regional", unit: { regionId: north.regionId } },
      zonal: { level: "zonal", unit: { zoneId: north.zoneIds[0] } },
      group: { level: "group", unit: { groupId: north.groupIds[0] } },
      limited: { level: "national", role: "ROLE_Client_Admin_Limited" },
      manager: {
        level: "store",
        role: "ROLE_Store_Music_Manager",
        unit: { storeId: stores[0]?.id },
      },
    } satisfies Record<string, { level: Level; role?: Role; unit?: object }>;
    const names = Object.keys(people) as (keyof typeof people)[];
    const users = Object.fromEntries(names.map((person) => [person, `user.${++serial}`])) as Record<
      keyof typeof people,
      string
    >;
    const userRows = names.map((person) => {
      const { level, ...more }: { level: Level; role?: Role } = people[person];
      return userRow(companyId, users[person], hash, {
        role: more.role ?? "ROLE_Client_Admin",
        level,
      });
    });
    const added = await db
      .insert(table.appUser)
      .values(userRows)
      .returning({ id: table.appUser.id, username: table.appUser.username });
    await db
      .insert(table.login)
      .values(added.map(({ id, username }) => ({ username, companyId, userId: id })));
    const units = names.flatMap((person, at) => {
      const { unit }: { level: Level; unit?: Partial<typeof table.userUnit.$inferInsert> } =
        people[person];
      return unit ? [{ companyId, userId: added[at]?.id ?? 0, ...unit }] : [];
    });
    await db.insert(table.userUnit).values(units);
    return { companyId, code, name, north, south, stores, users };
  });
}
export type TestCompany = Awaited<ReturnType<typeof makeCompany>>;

/**
 * Deactivates the company's stores outside its first group. Days are made a group at a time, so
 * that a test about one group does not wait for five.
 */
export async function leaveFirstGroup({ db }: Database, company: TestCompany): Promise<void> {
  const [groupId] = company.north.groupIds;
  const others = company.stores.filter((store) => store.groupId !== groupId);
  await db
    .update(table.store)
    .set({ status: "inactive" })
    .where(inArray(table.store.id, idsOf(others)));
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** A user's row; active and past the onboarding unless `person` says otherwise. */
function userRow(
  companyId: number,
  username: string,
  hash: string,
  person: Omit<Person, "units">,
): typeof table.appUser.$inferInsert {
  const email = `${username}@example.com`;
  return {
    companyId,
    username,
    email,
    firstName: "Test",
    status: "active",
    onboardedStep: 4,
    passwordHash: hash,
    ...person,
  };
}

/**
 * Adds this many stores of 4 KB each: some thousands make a download larger than what the system
 * buffers for a reader who does not read.
 */
export const makeWideStores = ({ pool }: Database, companyId: number, count: number) =>
  pool.query(
    `insert into store (company_id, code, name, time_zone, contact_name)
      select $1, 'M-' || n, 'Store ' || n, 'UTC', repeat('x', 4000) from generate_series(1, $2::int) n`,
    [companyId, count],
  );
