/** Words and limits of API tokens. Free of zod: pages import it. */
import { type Area, areas, mayOpen, type Role, type SubRole } from "../base/roles.ts";

/** personal: its user's own. company: seen and revoked by all national admins of the company. */
export const tokenKinds = ["personal", "company"] as const;
export type TokenKind = (typeof tokenKinds)[number];
export const tokenKindLabels: Record<TokenKind, string> = {
  personal: "Personal",
  company: "Company",
};

export const tokenStates = ["active", "expiring", "expired", "revoked", "suspended"] as const;
export type TokenState = (typeof tokenStates)[number];
export const tokenStateLabels: Record<TokenState, string> = {
  active: "Active",
  expiring: "Expires soon",
  expired: "Expired",
  revoked: "Revoked",
  suspended: "User deactivated",
};

/** Marks a text as a token of ours, for people and for programs that search for leaked secrets. */
export const tokenPrefix = "fistk_";

export const tokenLimits = {
  /** Days until a token expires, at most. */
  days: 365,
  /** Days before the end on which its user is notified. */
  warningDays: 7,
  /** Tokens that are neither expired nor revoked, of one user. */
  tokens: 25,
} as const;

export const tokenLifetimes = [30, 90, 180, 365] as const;

export type Access = "read" | "write";
export type TokenScope = `${Area}:${Access}`;
export const tokenScopes: readonly TokenScope[] = areas.flatMap(
  (area) => [`${area}:read`, `${area}:write`] as const,
);

/** The scopes that a person may give a token: to read and to change, in each of their areas. */
export const scopesOf = (person: {
  role: Role;
  subRole?: SubRole | null | undefined;
}): TokenScope[] =>
  areas
    .filter((area) => mayOpen(person, area))
    .flatMap((area) => [`${area}:read`, `${area}:write`] as const);

export const areaLabels: Record<Area, string> = {
  DASHBOARD: "Dashboard and alerts",
  CHARTS: "Charts",
  REPORTS: "Reports",
  PREVIEW: "Preview",
  MUSIC_LIBRARY: "Music library",
  USER_MGMT: "Users",
  STORES: "Stores",
  NON_MUSIC: "Ads",
  MUSIC_SCHEDULE: "Schedule",
  COMPANIES: "Companies",
  BILLING_DASHBOARD: "Billing",
  AUDIT_LOGS: "Change log",
  COMPANIESEDIT: "Own company and webhooks",
  HIERARCHY: "Hierarchy",
  MASTER_RULE: "Music rules",
  VIDEO_TUTORIALS: "Tutorials",
};
