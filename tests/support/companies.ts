import type { Role, SubRole } from "#contract/base/roles";
import type { Level } from "#contract/base/scope";
import type { Database } from "#platform/db/client";
import * as table from "#platform/db/schema/index";
import { passwordHash } from "./platform.ts";

let serial = 0;

type Person = {
  role: Role;
  subRole?: SubRole;
  level?: Level;
  units?: { regionId?: number; zoneId?: number; groupId?: number; storeId?: number }[];
  status?: "invited" | "active" | "inactive";
  onboardedStep?: number;
};

/** Adds an active user with the password of the tests; gives id and username. */
export async function makeUser(
  { db }: Database,
  companyId: number,
  { role, subRole, level, units = [], status = "active", onboardedStep = 4 }: Person,
) {
  const username = `user.${++serial}`;
  const [user] = await db
    .insert(table.appUser)
    .values({
      companyId,
      username,
      email: `${username}@example.com`,
      firstName: "Test",
      role,
      subRole,
      level,
      status,
      onboardedStep,
      passwordHash: await passwordHash,
    })
    .returning({ id: table.appUser.id });
  if (!user) throw new Error("no user");
  await db.insert(table.login).values({ username, companyId, userId: user.id });
  if (units.length > 0) await db.insert(table.userUnit).values(units.map((unit) => ({ companyId, userId: user.id, ...unit })));
  return { id: user.id, username };
}

/** The provider's company, with one user of each sub-role by its name. */
export async function makeProvider(database: Database) {
  const companyId = await makeRow(database, table.company, { kind: "provider" as const, code: `FEVER-${++serial}`, name: "Fever" });
  const staff = {} as Record<SubRole, string>;
  for (const [subRole, role] of Object.entries(subRolesOf))
    staff[subRole as SubRole] = (await makeUser(database, companyId, { role, subRole: subRole as SubRole })).username;
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
 * A client company: two regions (North, South) of two zones of one group of two stores each, hours 09:00 to 21:00 in Asia/Kolkata,
 * one store without a group, and users: admin (national), regional, zonal, group, limited (national), manager (first store).
 * Regional, zonal, group and manager are North's.
 */
export async function makeCompany(database: Database, { timeZone = "Asia/Kolkata", country = "IN" } = {}) {
  const { db } = database;
  const name = `Company ${++serial}`;
  const companyId = await makeRow(database, table.company, { kind: "client" as const, code: `C-${serial}`, name, timeZone, country });
  const stores: { id: number; name: string; code: string; regionId: number | null; zoneId: number | null; groupId: number | null }[] = [];
  const addStore = async (path: { regionId: number; zoneId: number; groupId: number } | undefined, label: string) => {
    const [added] = await db
      .insert(table.store)
      .values({ companyId, code: `S-${companyId}-${stores.length + 1}`, name: label, timeZone, ...path })
      .returning({
        id: table.store.id,
        name: table.store.name,
        code: table.store.code,
        regionId: table.store.regionId,
        zoneId: table.store.zoneId,
        groupId: table.store.groupId,
      });
    if (!added) throw new Error("no store");
    await db
      .insert(table.storeHours)
      .values(Array.from({ length: 7 }, (_, weekday) => ({ companyId, storeId: added.id, weekday, opens: 540, closes: 1260 })));
    stores.push(added);
  };
  const units: { regionId: number; zoneIds: number[]; groupIds: number[] }[] = [];
  for (const regionName of ["North", "South"]) {
    const regionId = await makeRow(database, table.region, { companyId, name: regionName });
    const unit = { regionId, zoneIds: [] as number[], groupIds: [] as number[] };
    for (const n of [1, 2]) {
      const zoneId = await makeRow(database, table.zone, { companyId, regionId, name: `${regionName} zone ${n}` });
      const groupId = await makeRow(database, table.storeGroup, { companyId, regionId, zoneId, name: `${regionName} group ${n}` });
      unit.zoneIds.push(zoneId);
      unit.groupIds.push(groupId);
      for (const m of [1, 2]) await addStore({ regionId, zoneId, groupId }, `${regionName} store ${n}.${m}`);
    }
    units.push(unit);
  }
  await addStore(undefined, "Alone");
  const [north, south] = units;
  const [firstStore] = stores;
  if (!north || !south || !firstStore) throw new Error("no units");
  const client = (person: Omit<Person, "role"> & { role?: Role }) =>
    makeUser(database, companyId, { role: "ROLE_Client_Admin", ...person }).then((user) => user.username);
  const users = {
    admin: await client({ level: "national" }),
    regional: await client({ level: "regional", units: [{ regionId: north.regionId }] }),
    zonal: await client({ level: "zonal", units: [{ zoneId: north.zoneIds[0] ?? 0 }] }),
    group: await client({ level: "group", units: [{ groupId: north.groupIds[0] ?? 0 }] }),
    limited: await client({ role: "ROLE_Client_Admin_Limited", level: "national" }),
    manager: await client({ role: "ROLE_Store_Music_Manager", level: "store", units: [{ storeId: firstStore.id }] }),
  };
  return { companyId, name, north, south, stores, users };
}
export type TestCompany = Awaited<ReturnType<typeof makeCompany>>;

async function makeRow<T extends typeof table.company | typeof table.region | typeof table.zone | typeof table.storeGroup>(
  { db }: Database,
  into: T,
  values: T["$inferInsert"],
): Promise<number> {
  const [row] = await db
    .insert(into)
    .values(values as never)
    .returning({ id: into.id });
  if (!row) throw new Error("no row");
  return row.id;
}

/** Adds so many stores with 4 KB each: some thousand make a download of more bytes than the system holds for a reader who stands still. */
export const makeWideStores = ({ pool }: Database, companyId: number, count: number) =>
  pool.query(
    `insert into store (company_id, code, name, time_zone, contact_name)
      select $1, 'M-' || n, 'Store ' || n, 'UTC', repeat('x', 4000) from generate_series(1, $2::int) n`,
    [companyId, count],
  );
