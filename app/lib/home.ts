import { type Area, mayOpen, type Role, type SubRole } from "#contract/base/roles";
import type { Me } from "#contract/users/endpoints";

/** What visitors ask for, for those who may decide it. */
export const requestsPath = "/admin/requests";

/** The areas in the order of the menu, with where each begins (and what else lies within it). Later issues add their pages here, and the menu follows. */
export const areaPages: { area: Area; group: string | null; label: string; to: string; also?: string; icon: string }[] = [
  { area: "DASHBOARD", group: null, label: "Dashboard", to: "/admin", icon: "dashboard" },
  { area: "MUSIC_LIBRARY", group: "Play", label: "Music library", to: "/admin/library", icon: "music" },
  { area: "CHARTS", group: "Play", label: "Charts", to: "/admin/charts", icon: "chart" },
  { area: "MASTER_RULE", group: "Play", label: "Master rule", to: "/admin/master-rule", icon: "rule" },
  { area: "PREVIEW", group: "Play", label: "Preview", to: "/admin/preview", icon: "preview" },
  { area: "COMPANIESEDIT", group: "Run", label: "Company", to: "/admin/company/edit", icon: "company" },
  { area: "STORES", group: "Run", label: "Stores", to: "/admin/stores", also: "/admin/store", icon: "store" },
  { area: "HIERARCHY", group: "Run", label: "Hierarchy", to: "/admin/hierarchy", icon: "hierarchy" },
  { area: "COMPANIES", group: "Run", label: "Companies", to: "/admin/companies", icon: "company" },
  { area: "USER_MGMT", group: "Run", label: "Users", to: "/admin/users", icon: "users" },
  { area: "COMPANIES", group: "Run", label: "Requests", to: requestsPath, icon: "mail" },
  { area: "REPORTS", group: "Know", label: "Reports", to: "/admin/reports", icon: "report" },
  { area: "AUDIT_LOGS", group: "Know", label: "Audit log", to: "/admin/audit", icon: "audit" },
  { area: "VIDEO_TUTORIALS", group: "Know", label: "Tutorials", to: "/admin/tutorials", icon: "tutorial" },
];

type Person = { role: Role; subRole: SubRole | null };

/** Where the person's first permitted area begins; undefined for those without any (the store manager). */
export const firstPath = (person: Person): string | undefined => areaPages.find(({ area }) => mayOpen(person, area))?.to;

/** Where a signed-in user belongs (NAV-9). */
export function homePath({ role, userLevel, userOnboardedStep }: Me): string {
  if (role.roleIdentifier === "ROLE_Store_Music_Manager") return "/store-manager";
  const national = userLevel === null || userLevel === "national";
  if (role.roleIdentifier === "ROLE_Client_Admin" && national && userOnboardedStep === 2) return "/admin/company/edit";
  if (role.roleIdentifier === "ROLE_Client_Admin" && national && userOnboardedStep === 3) return "/admin/store/add";
  return "/admin";
}
