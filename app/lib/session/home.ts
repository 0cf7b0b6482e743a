import { type Area, holdsGrant, mayOpen, type Role, type SubRole } from "#contract/base/roles";
import type { Level } from "#contract/base/scope";
import type { Me } from "#contract/users/me";
import { adsPath, spotsPath } from "~/features/ads/paths";
import { wallPath } from "~/features/alerts/paths";
import { auditPath } from "~/features/audit/paths";
import { billingPath, invoicesPath } from "~/features/billing/paths";
import { chartsPath } from "~/features/charts/paths";
import { companiesPath, ownCompanyPath } from "~/features/companies/paths";
import { adminPath } from "~/features/dashboard/paths";
import { demosPath } from "~/features/demo-playlists/paths";
import { hierarchyPath } from "~/features/hierarchy/paths";
import { libraryPath } from "~/features/library/paths";
import { publicSitePath, requestsPath } from "~/features/onboarding/paths";
import { playerHome } from "~/features/player/paths";
import { reportsPath } from "~/features/reports/paths";
import { eventsPath, masterRulePath, previewPath, schedulePath } from "~/features/schedule/paths";
import { songReportsPath } from "~/features/song-reports/paths";
import { storeAddPath, storesPath } from "~/features/stores/paths";
import { tutorialsPath } from "~/features/tutorials/paths";
import { userAddPath, usersPath } from "~/features/users/paths";

/**
 * The areas in the order of the menu, each with its first page (`to`) and other pages within it
 * (`also`). The menu is made of this list. `letter` opens the page after g
 * (features/shortcuts).
 */
export const areaPages: {
  area: Area;
  group: string | null;
  label: string;
  letter?: string;
  to: string;
  also?: string;
}[] = [
  {
    area: "DASHBOARD",
    group: null,
    label: "Dashboard",
    letter: "d",
    to: adminPath,
  },
  {
    area: "DASHBOARD",
    group: null,
    label: "Operations",
    letter: "x",
    to: wallPath,
  },
  {
    area: "MUSIC_LIBRARY",
    group: "Music",
    label: "Music library",
    letter: "l",
    to: libraryPath,
  },
  {
    area: "CHARTS",
    group: "Music",
    label: "Charts",
    letter: "c",
    to: chartsPath,
    also: songReportsPath,
  },
  {
    area: "MASTER_RULE",
    group: "Music",
    label: "Master rule",
    letter: "r",
    to: masterRulePath,
  },
  {
    area: "MUSIC_SCHEDULE",
    group: "Music",
    label: "Music schedule",
    letter: "m",
    to: schedulePath,
  },
  {
    area: "MUSIC_SCHEDULE",
    group: "Music",
    label: "Event playlists",
    letter: "e",
    to: eventsPath,
  },
  {
    area: "PREVIEW",
    group: "Music",
    label: "Preview",
    letter: "p",
    to: previewPath,
  },
  {
    area: "MUSIC_LIBRARY",
    group: "Music",
    label: "Demo playlists",
    letter: "y",
    to: demosPath,
  },
  { area: "NON_MUSIC", group: "Ads", label: "Ads", letter: "a", to: adsPath },
  {
    area: "COMPANIESEDIT",
    group: "Manage",
    label: "Company",
    letter: "o",
    to: ownCompanyPath,
  },
  {
    area: "STORES",
    group: "Manage",
    label: "Stores",
    letter: "s",
    to: storesPath,
    also: "/admin/store",
  },
  {
    area: "HIERARCHY",
    group: "Manage",
    label: "Hierarchy",
    letter: "h",
    to: hierarchyPath,
  },
  {
    area: "COMPANIES",
    group: "Manage",
    label: "Companies",
    letter: "o",
    to: companiesPath,
  },
  {
    area: "BILLING_DASHBOARD",
    group: "Manage",
    label: "Billing",
    letter: "i",
    to: billingPath,
  },
  { area: "USER_MGMT", group: "Manage", label: "Users", letter: "u", to: usersPath },
  {
    area: "COMPANIES",
    group: "Manage",
    label: "Requests",
    letter: "q",
    to: requestsPath,
  },
  {
    area: "COMPANIES",
    group: "Manage",
    label: "Public pages",
    letter: "b",
    to: publicSitePath,
  },
  {
    area: "REPORTS",
    group: "Insights",
    label: "Reports",
    letter: "t",
    to: reportsPath,
  },
  {
    area: "AUDIT_LOGS",
    group: "Insights",
    label: "Audit log",
    letter: "w",
    to: auditPath,
  },
  {
    area: "VIDEO_TUTORIALS",
    group: "Insights",
    label: "Tutorials",
    letter: "v",
    to: tutorialsPath,
  },
];

type Person = { role: Role; subRole: SubRole | null; level?: Level | null | undefined };

/**
 * Lists the pages in a person's menu. A grant without its area gives only the grant's page
 * (requirements ROL-1): the form of a new user, ad spots, and for a national admin the
 * company's invoices.
 */
export function menuOf(person: Person): Omit<(typeof areaPages)[number], "area">[] {
  return areaPages.flatMap(({ area, ...page }) => {
    if (mayOpen(person, area)) return [page];
    if (area === "USER_MGMT" && holdsGrant(person, "users.create"))
      return [{ group: page.group, label: "Add user", to: userAddPath, also: usersPath }];
    if (area === "NON_MUSIC" && holdsGrant(person, "spots.write"))
      return [{ group: page.group, label: "Ad spots", to: spotsPath }];
    if (
      area === "BILLING_DASHBOARD" &&
      holdsGrant(person, "invoices.own") &&
      (person.level ?? "national") === "national"
    )
      return [
        {
          group: page.group,
          label: "Invoices",
          to: invoicesPath,
          also: billingPath,
        },
      ];
    return [];
  });
}

/**
 * The first page of the person's first permitted area; undefined for those without any (the store
 * manager).
 */
export const firstPath = (person: Person): string | undefined =>
  areaPages.find(({ area }) => mayOpen(person, area))?.to;

/** The page of each step of a new company's onboarding. */
const onboardingPaths: Record<number, string> = { 2: ownCompanyPath, 3: storeAddPath };

/** True if the user must do a step of onboarding first. */
export const isOnboarding = ({ role, userLevel, userOnboardedStep }: Me): boolean =>
  role.roleIdentifier === "ROLE_Client_Admin" &&
  (userLevel ?? "national") === "national" &&
  userOnboardedStep in onboardingPaths;

/** The home page of a signed-in user (NAV-9). */
export function homePath(user: Me): string {
  if (user.role.roleIdentifier === "ROLE_Store_Music_Manager") return playerHome;
  return (isOnboarding(user) && onboardingPaths[user.userOnboardedStep]) || adminPath;
}
