import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { memberNames } from "#contract/base/records";
import { roles, subRoleLabels } from "#contract/base/roles";
import { emailStateLabels } from "#contract/emails/words";
import type { UserFilters, UserQuery } from "#contract/users/endpoints";
import type { Scope } from "../../access/scope.ts";
import { usersWithin } from "../../access/scope-conditions.ts";
import { hasTwoSteps } from "../../access/two-steps.ts";
import {
  type ExportColumn,
  type ExportRows,
  instantCell,
  labelCell,
  textCell,
  wordCell,
} from "../../db/export-cells.ts";
import { fullNameOf } from "../../db/full-name.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import {
  appUser,
  company,
  region,
  store,
  storeGroup,
  userUnit,
  zone,
} from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import { newestEmailOf, newestEmailStateOf } from "../emails/index.ts";

/** A list counts this far and then says "more than". */
export const countedAtMost = 10_000;

const fullName = fullNameOf(appUser);
/** Lists the key that each sort compares; users who never signed in come first. */
const sortKeys = {
  username: textKey(appUser.usernameKey),
  name: textKey(appUser.nameKey),
  status: textKey(sql`${appUser.status} collate "C"`),
  role: textKey(sql`${appUser.role} || coalesce(' ' || ${appUser.subRole}, '') collate "C"`),
  seen: { value: sql`coalesce(${appUser.lastSignedInAt}, '1900-01-01Z')`, type: "instant" },
} satisfies Record<string, KeyPart>;

/** A user's units of one kind; they count for the holder's own level alone. */
const unitsOf = (
  level: string,
  table: typeof region | typeof zone | typeof storeGroup | typeof store,
  id: SQL,
) =>
  sql`from ${userUnit} join ${table} on ${table.companyId} = ${userUnit.companyId} and ${table.id} = ${id}
    where ${userUnit.companyId} = ${appUser.companyId} and ${userUnit.userId} = ${appUser.id} and ${appUser.level} = ${sql.raw(`'${level}'`)}`;
const kinds = {
  region: unitsOf("regional", region, sql`${userUnit.regionId}`),
  zone: unitsOf("zonal", zone, sql`${userUnit.zoneId}`),
  group: unitsOf("group", storeGroup, sql`${userUnit.groupId}`),
  store: unitsOf("store", store, sql`${userUnit.storeId}`),
};
type NamedUnit = { id: number; name: string };
/** Nested, so that drizzle leaves the tables' names in a query of one table. */
const selectUnits = (
  table: typeof region | typeof zone | typeof storeGroup | typeof store,
  of: SQL,
) => {
  const { id, name, nameKey } = table;
  const row = sql`json_build_object('id', ${id}, 'name', ${name}) order by ${nameKey}, ${id}`;
  return sql<NamedUnit[]>`(select coalesce(json_agg(${row}), '[]') ${of})`;
};

const columns = {
  id: appUser.id,
  companyId: appUser.companyId,
  username: appUser.username,
  email: appUser.email,
  firstName: appUser.firstName,
  lastName: appUser.lastName,
  role: appUser.role,
  subRole: appUser.subRole,
  level: appUser.level,
  status: appUser.status,
  phoneCountryCode: appUser.phoneCountryCode,
  phone: appUser.phone,
  invitedAt: appUser.invitedAt,
  lastSignedInAt: appUser.lastSignedInAt,
  erasureAskedAt: appUser.erasureAskedAt,
  mail: newestEmailOf("user", appUser, appUser.email),
  version: appUser.version,
  twoSteps: hasTwoSteps,
  hasPassword: sql<boolean>`${appUser.passwordHash} is not null`,
  regions: selectUnits(region, kinds.region),
  zones: selectUnits(zone, kinds.zone),
  groups: selectUnits(storeGroup, kinds.group),
  stores: selectUnits(store, kinds.store),
};

function matching(
  scope: Scope,
  { search, role, status, level, mail, unassigned }: Omit<UserFilters, "companyId">,
): SQL | undefined {
  const hasStore = sql`exists (select 1 ${kinds.store})`;
  return and(
    usersWithin(scope),
    containsText(search, appUser.username, fullName, appUser.email),
    role ? eq(appUser.role, role) : undefined,
    status ? eq(appUser.status, status) : undefined,
    level ? eq(appUser.level, level) : undefined,
    mail ? sql`${newestEmailStateOf("user", appUser, appUser.email)} = ${mail}` : undefined,
    unassigned === "true" ? sql`not ${hasStore}` : unassigned === "false" ? hasStore : undefined,
  );
}

/**
 * A page of users in the order asked for, each with how many match in all. Throws 422 for a cursor
 * that is not ours.
 */
export async function findUserPage(scope: Scope, db: Db, query: UserQuery) {
  const order = keyset([sortKeys[columnOf(query.sort)], idKey(appUser.id)], {
    descending: query.sort.startsWith("-"),
    cursor: query.cursor,
  });
  const some = db
    .select({ one: sql`1` })
    .from(appUser)
    .where(matching(scope, query))
    .limit(countedAtMost + 1)
    .as("some");
  const rows = await db
    .select({
      ...columns,
      rowKey: order.select,
      total: sql<number>`(select count(*)::int from ${some})`,
    })
    .from(appUser)
    .where(and(matching(scope, query), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

export async function findUser(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select(columns)
    .from(appUser)
    .where(and(usersWithin(scope), eq(appUser.id, id)));
  return row;
}
export type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** Finds and locks a user within the scope until the transaction ends. */
export async function lockUserWithin(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx
    .select(columns)
    .from(appUser)
    .where(and(usersWithin(scope), eq(appUser.id, id)))
    .for("update");
  return row;
}

const topRoles = ["ROLE_Client_Admin", "ROLE_Fever_Super_Admin"] as const;
/**
 * Finds and locks the active admins of the company who see all of it, for the provider its super
 * admins, so that no two concurrent changes leave it without one. Notifying them in the meantime (a
 * row that refers to them) does not wait.
 */
export const lockTopAdmins = (scope: Scope, tx: Tx) =>
  tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(
      and(
        eq(appUser.companyId, scope.companyId),
        inArray(appUser.role, [...topRoles]),
        eq(appUser.status, "active"),
        or(sql`${appUser.level} is null`, eq(appUser.level, "national")),
      ),
    )
    .orderBy(appUser.id)
    .for("no key update");

const emailLabels = Object.entries(emailStateLabels);
const exportColumns: ExportColumn[] = [
  ["Company", textCell(company.name)],
  ["Username", textCell(appUser.username)],
  ["First name", textCell(appUser.firstName)],
  ["Last name", textCell(appUser.lastName)],
  ["Email", textCell(appUser.email)],
  [
    "Phone",
    wordCell(
      sql`case when ${appUser.phone} is not null then concat_ws(' ', ${appUser.phoneCountryCode}, ${appUser.phone}) end`,
    ),
  ],
  [
    "Role",
    labelCell(
      appUser.role,
      Object.entries(roles).map(([role, { label }]) => [role, label]),
    ),
  ],
  ["Sub-role", labelCell(appUser.subRole, Object.entries(subRoleLabels))],
  ["Level", wordCell(appUser.level)],
  ["Locations", textCell(sql`units.names`)],
  ["Status", wordCell(appUser.status)],
  ["Email state", labelCell(newestEmailStateOf("user", appUser, appUser.email), emailLabels)],
  ["Invited", instantCell(appUser.invitedAt, company.timeZone)],
  ["Last signed in", instantCell(appUser.lastSignedInAt, company.timeZone)],
];

/**
 * Exports the matching users as rows of a file by username: one select, or slices of this
 * many rows along the index of usernames for the embedded engine, which serves others only in
 * between.
 */
export function exportUsers(scope: Scope, db: Db, filters: UserFilters): ExportRows {
  const tables = { region, zone, group: storeGroup, store };
  const all = memberNames(tables).map(
    (kind) => sql`select ${tables[kind].name} as name ${kinds[kind]}`,
  );
  const names = sql`(select string_agg(unit.name, '; ' order by fold_text(unit.name)) as names from (${sql.join(all, sql` union all `)}) unit)`;
  const order = keyset([textKey(appUser.usernameKey), idKey(appUser.id)], {
    descending: false,
    cursor: undefined,
  });
  return {
    columns: exportColumns,
    async *slices(cells, sliceRows) {
      for await (const slice of order.slices(db, sliceRows, {
        from: appUser,
        where: eq(appUser.companyId, scope.companyId),
      }))
        yield sql`select ${cells} from ${appUser} join ${company} on ${company.id} = ${appUser.companyId} cross join lateral ${names} units
          where ${and(matching(scope, filters), slice)} order by ${order.orderBy}`;
    },
  };
}
