import type { Role, SubRole } from "#contract/base/roles";
import type { appUser, login, userUnit } from "../platform/db/schema/people.ts";
import { companies, unitIdOf } from "./companies.ts";
import { type DemoOrganisation, demoStoreId, findUnit } from "./organisation.ts";

export const DEMO_PASSWORD = "Demo@2026pass";

export type DemoPeople = {
  users: (typeof appUser.$inferInsert & { id: number })[];
  logins: (typeof login.$inferInsert)[];
  units: (typeof userUnit.$inferInsert)[];
};
type Person = {
  username: string;
  firstName: string;
  lastName: string;
  role: Role;
  subRole?: SubRole;
  level?: "national" | "regional" | "zonal" | "group" | "store";
  onboardedStep?: number;
  invited?: boolean;
};

const provider: readonly Person[] = [
  {
    username: "super.admin",
    firstName: "Anita",
    lastName: "Desai",
    role: "ROLE_Fever_Super_Admin",
    subRole: "Fever_Super_Admin_Major",
  },
  {
    username: "super.ops",
    firstName: "Rohan",
    lastName: "Mathur",
    role: "ROLE_Fever_Super_Admin",
    subRole: "Fever_Super_Admin_Ops",
  },
  {
    username: "fever.admin",
    firstName: "Kavita",
    lastName: "Iyer",
    role: "ROLE_Fever_Admin",
    subRole: "Fever_Admin_Major",
  },
  {
    username: "admin.ops",
    firstName: "Sameer",
    lastName: "Joshi",
    role: "ROLE_Fever_Admin",
    subRole: "Fever_Admin_Ops",
  },
  {
    username: "music.manager",
    firstName: "Divya",
    lastName: "Menon",
    role: "ROLE_Fever_Music_Manager",
    subRole: "Fever_Music_Admin",
  },
  {
    username: "music.limited",
    firstName: "Arjun",
    lastName: "Sen",
    role: "ROLE_Fever_Music_Manager",
    subRole: "Fever_Music_Limited",
  },
];
const northwind: readonly Person[] = [
  {
    username: "client.admin",
    firstName: "Nisha",
    lastName: "Verma",
    role: "ROLE_Client_Admin",
    level: "national",
  },
  {
    username: "regional.admin",
    firstName: "Vikram",
    lastName: "Shah",
    role: "ROLE_Client_Admin",
    level: "regional",
  },
  {
    username: "zonal.admin",
    firstName: "Pooja",
    lastName: "Kulkarni",
    role: "ROLE_Client_Admin",
    level: "zonal",
  },
  {
    username: "group.admin",
    firstName: "Aditya",
    lastName: "Nair",
    role: "ROLE_Client_Admin",
    level: "group",
  },
  {
    username: "limited.admin",
    firstName: "Sara",
    lastName: "Fernandes",
    role: "ROLE_Client_Admin_Limited",
    level: "national",
  },
  {
    username: "store.manager",
    firstName: "Imran",
    lastName: "Sheikh",
    role: "ROLE_Store_Music_Manager",
    level: "store",
  },
];
const brightmart: readonly Person[] = [
  {
    username: "brightmart.admin",
    firstName: "Lakshmi",
    lastName: "Rao",
    role: "ROLE_Client_Admin",
    level: "national",
  },
  {
    username: "invited.admin",
    firstName: "Joseph",
    lastName: "Mathew",
    role: "ROLE_Client_Admin",
    level: "national",
    invited: true,
  },
];
const corner: readonly Person[] = [
  {
    username: "coffee.new",
    firstName: "Maya",
    lastName: "Pinto",
    role: "ROLE_Client_Admin",
    level: "national",
    onboardedStep: 2,
  },
];

/** The sign-ins that the demo shows; invited.admin has no password yet. */
export const signIns = [...provider, ...northwind, ...brightmart, ...corner].map(
  ({ username, role, level, invited }) => ({
    username,
    role,
    level: level ?? null,
    invited: invited ?? false,
  }),
);

/**
 * The demo's users with their sign-in names and units; all but the invited one have the password
 * behind `passwordHash`.
 */
export function demoPeople(organisation: DemoOrganisation, passwordHash: string): DemoPeople {
  const people: DemoPeople = { users: [], logins: [], units: [] };
  const add = (company: { id: number; email: string }, persons: readonly Person[]) => {
    const domain = company.email.split("@")[1];
    for (const [index, { username, invited, ...person }] of persons.entries()) {
      const id = unitIdOf(company.id, index + 1);
      people.users.push({
        companyId: company.id,
        id,
        username,
        email: `${username}@${domain}`,
        ...person,
        status: invited ? "invited" : "active",
        passwordHash: invited ? null : passwordHash,
      });
      people.logins.push({ username, companyId: company.id, userId: id });
    }
  };
  add(companies.provider, provider);
  add(companies.northwind, northwind);
  add(companies.brightmart, brightmart);
  add(companies.corner, corner);

  const companyId = companies.northwind.id;
  const userId = (username: string) =>
    people.logins.find((entry) => entry.username === username)?.userId ?? 0;
  people.units.push(
    {
      companyId,
      userId: userId("regional.admin"),
      regionId: findUnit(organisation.regions, companyId, "West"),
    },
    {
      companyId,
      userId: userId("zonal.admin"),
      zoneId: findUnit(organisation.zones, companyId, "Mumbai"),
    },
    {
      companyId,
      userId: userId("group.admin"),
      groupId: findUnit(organisation.groups, companyId, "Flagship"),
    },
    { companyId, userId: userId("store.manager"), storeId: demoStoreId },
  );
  return people;
}
