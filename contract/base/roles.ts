/**
 * Permissions as data: spec section 6, exactly. No zod in here: the browser imports it too.
 */
import { memberNames, recordOf } from "./records.ts";
import { type Level, selectableLevels } from "./scope.ts";

export const roles = {
  ROLE_Fever_Super_Admin: { label: "Fever Super Admin", category: "f" },
  ROLE_Fever_Admin: { label: "Fever Admin", category: "f" },
  ROLE_Fever_Music_Manager: { label: "Fever Music Manager", category: "f" },
  ROLE_Client_Admin: { label: "Admin", category: "c" },
  ROLE_Client_Admin_Limited: { label: "Admin Limited", category: "c" },
  ROLE_Store_Music_Manager: { label: "Store Manager", category: "c" },
} as const;
export type Role = keyof typeof roles;
export const roleNames = memberNames(roles);
export const roleLabels = recordOf(roleNames, (role) => roles[role].label);
export const levelLabels = {
  national: "National",
  regional: "Regional",
  zonal: "Zonal",
  group: "Group",
  store: "Store",
} as const;

export const subRoles = {
  Fever_Super_Admin_Major: "ROLE_Fever_Super_Admin",
  Fever_Super_Admin_Ops: "ROLE_Fever_Super_Admin",
  Fever_Admin_Major: "ROLE_Fever_Admin",
  Fever_Admin_Ops: "ROLE_Fever_Admin",
  Fever_Music_Admin: "ROLE_Fever_Music_Manager",
  Fever_Music_Limited: "ROLE_Fever_Music_Manager",
} as const satisfies Record<string, Role>;
export type SubRole = keyof typeof subRoles;
export const subRoleNames = memberNames(subRoles);
export const subRoleLabels: Record<SubRole, string> = {
  Fever_Super_Admin_Major: "Major",
  Fever_Super_Admin_Ops: "Ops",
  Fever_Admin_Major: "Major",
  Fever_Admin_Ops: "Ops",
  Fever_Music_Admin: "Music Admin",
  Fever_Music_Limited: "Music Limited",
};

export type Area =
  | "DASHBOARD"
  | "CHARTS"
  | "REPORTS"
  | "PREVIEW"
  | "MUSIC_LIBRARY"
  | "USER_MGMT"
  | "STORES"
  | "NON_MUSIC"
  | "MUSIC_SCHEDULE"
  | "COMPANIES"
  | "BILLING_DASHBOARD"
  | "AUDIT_LOGS"
  | "COMPANIESEDIT"
  | "HIERARCHY"
  | "MASTER_RULE"
  | "VIDEO_TUTORIALS";

const superAdmin = "ROLE_Fever_Super_Admin";
const admin = "ROLE_Fever_Admin";
const musicManager = "ROLE_Fever_Music_Manager";
const clientAdmin = "ROLE_Client_Admin";
const limited = "ROLE_Client_Admin_Limited";
const allButStore: readonly Role[] = [superAdmin, admin, musicManager, clientAdmin, limited];

export const areaRoles: Record<Area, readonly Role[]> = {
  DASHBOARD: allButStore,
  CHARTS: allButStore,
  REPORTS: allButStore,
  PREVIEW: allButStore,
  MUSIC_LIBRARY: [superAdmin, admin, musicManager],
  USER_MGMT: [superAdmin, admin, clientAdmin],
  STORES: [superAdmin, admin, clientAdmin],
  NON_MUSIC: [superAdmin, admin, musicManager, clientAdmin],
  MUSIC_SCHEDULE: [superAdmin, admin, musicManager, clientAdmin],
  COMPANIES: [superAdmin, admin],
  BILLING_DASHBOARD: [superAdmin, admin],
  AUDIT_LOGS: [superAdmin, admin],
  COMPANIESEDIT: [clientAdmin],
  HIERARCHY: [superAdmin, admin, clientAdmin, musicManager],
  MASTER_RULE: [superAdmin, admin, clientAdmin, musicManager],
  VIDEO_TUTORIALS: [clientAdmin, limited],
};
export const areas = memberNames(areaRoles);

const majorsAndOps: readonly SubRole[] = [
  "Fever_Super_Admin_Major",
  "Fever_Super_Admin_Ops",
  "Fever_Admin_Major",
  "Fever_Admin_Ops",
];
const withoutAdminOps: readonly SubRole[] = [
  "Fever_Super_Admin_Major",
  "Fever_Super_Admin_Ops",
  "Fever_Admin_Major",
  "Fever_Music_Admin",
];
const allButLimited: readonly SubRole[] = [...majorsAndOps, "Fever_Music_Admin"];

/**
 * The second matrix, for provider users only. An area it does not name is closed to them
 * (COMPANIESEDIT, VIDEO_TUTORIALS).
 */
export const areaSubRoles: Partial<Record<Area, readonly SubRole[]>> = {
  DASHBOARD: allButLimited,
  BILLING_DASHBOARD: majorsAndOps,
  AUDIT_LOGS: majorsAndOps,
  COMPANIES: majorsAndOps,
  STORES: majorsAndOps,
  USER_MGMT: majorsAndOps,
  HIERARCHY: allButLimited,
  MUSIC_SCHEDULE: withoutAdminOps,
  MASTER_RULE: withoutAdminOps,
  NON_MUSIC: withoutAdminOps,
  MUSIC_LIBRARY: [...withoutAdminOps, "Fever_Music_Limited"],
  CHARTS: [...withoutAdminOps, "Fever_Music_Limited"],
  PREVIEW: allButLimited,
  REPORTS: subRoleNames,
};

/**
 * The three grants in addition to the matrices (requirements ROL-1), and the player's own calls.
 * `invoices.own` is only for national admins; the platform checks their level. Provider staff hold
 * it by BILLING_DASHBOARD, so that a session they opened as a client's may do as much as both.
 */
export type Grant = "users.create" | "spots.write" | "invoices.own" | "player";
export const grantRoles: Record<Grant, readonly Role[]> = {
  "users.create": allButStore,
  "spots.write": [superAdmin, admin, musicManager, clientAdmin, limited],
  "invoices.own": [superAdmin, admin, clientAdmin],
  player: ["ROLE_Store_Music_Manager"],
};

const clientRoles: readonly Role[] = [
  "ROLE_Client_Admin",
  "ROLE_Store_Music_Manager",
  "ROLE_Client_Admin_Limited",
];
/** Roles a user may create (spec section 6). */
export const creatableRoles: Record<Role, readonly Role[]> = {
  ROLE_Fever_Super_Admin: [
    "ROLE_Fever_Super_Admin",
    "ROLE_Fever_Admin",
    "ROLE_Fever_Music_Manager",
    ...clientRoles,
  ],
  ROLE_Fever_Admin: ["ROLE_Fever_Admin", "ROLE_Fever_Music_Manager", ...clientRoles],
  ROLE_Fever_Music_Manager: ["ROLE_Fever_Music_Manager", ...clientRoles],
  ROLE_Client_Admin: clientRoles,
  ROLE_Client_Admin_Limited: ["ROLE_Client_Admin_Limited", "ROLE_Store_Music_Manager"],
  ROLE_Store_Music_Manager: [],
};

type Person = { role: Role; subRole?: SubRole | null | undefined };

export const isRole = (value: unknown): value is Role =>
  typeof value === "string" && value in roles;

/**
 * Provider staff for authorisation: category f. (Spec 1 counts a store manager as one for the
 * interface only; see docs/requirements CTX-3.)
 */
export const isProvider = (person: Person) => roles[person.role].category === "f";

/** Both matrices for provider users, the first alone for client users. */
export function mayOpen(person: Person, area: Area): boolean {
  if (!areaRoles[area].includes(person.role)) return false;
  if (!isProvider(person)) return true;
  return person.subRole != null && (areaSubRoles[area]?.includes(person.subRole) ?? false);
}

/** The area by which provider staff hold a grant. */
const areaOfGrant: Partial<Record<Grant, Area>> = {
  "spots.write": "NON_MUSIC",
  "invoices.own": "BILLING_DASHBOARD",
};

export function holdsGrant(person: Person, grant: Grant): boolean {
  const area = areaOfGrant[grant];
  return (
    grantRoles[grant].includes(person.role) &&
    (area === undefined || !isProvider(person) || mayOpen(person, area))
  );
}

/**
 * True if a user may give others a role: it is on their list, and its sub-role opens no area that
 * is closed to them (ROL-3).
 */
export const mayGiveRole = (person: Person, other: Person): boolean =>
  creatableRoles[person.role].includes(other.role) &&
  (!isProvider(other) || areas.every((area) => !mayOpen(other, area) || mayOpen(person, area)));

type PlacedPerson = Person & { level: Level | null };

/** The levels of client users whom a person may make and manage (CTX-1, ROL-3). */
export const manageableLevels = (person: PlacedPerson): readonly Level[] =>
  selectableLevels(isProvider(person) ? "national" : person.level);

/**
 * True if a user may change, reset or end another by role and level (ROL-3). Scope is checked
 * separately.
 */
export const mayManage = (person: PlacedPerson, other: PlacedPerson): boolean =>
  mayGiveRole(person, other) &&
  (isProvider(other) || manageableLevels(person).includes(other.level ?? "national"));
