import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { roleNames, subRoleNames } from "../base/roles.ts";
import { levels } from "../base/scope.ts";

/**
 * The signed-in user in the form of spec section 3 (USR-2); all other calls name fname and lname as
 * in forms: firstName, lastName.
 */
export const Me = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  fname: z.string(),
  lname: z.string().nullable(),
  customName: z.string(),
  category: z.enum(["f", "c"]),
  role: z.object({
    roleIdentifier: z.enum(roleNames),
    name: z.string(),
    subRole: z.enum(subRoleNames).nullable(),
  }),
  companyId: z.int(),
  companyName: z.string(),
  /** ISO 3166-1 alpha-2; figures are written its way. */
  companyCountry: z.string(),
  userLevel: z.enum(levels).nullable(),
  userOnboardedStep: z.int(),
  companiesHasUsers: z.array(z.object({ store: z.object({ id: z.int(), storeName: z.string() }) })),
  region: z.array(z.object({ id: z.int(), regionName: z.string() })),
  zone: z.array(z.object({ id: z.int(), zoneName: z.string() })),
  group: z.array(z.object({ id: z.int(), groupName: z.string() })),
  /**
   * Username of the provider's person who opened this session as the user (SES-8); null for the
   * user's own.
   */
  openedBy: z.string().nullable(),
  /**
   * Pages without script: the person's own switch; null follows the browser's Save-Data (UI-10).
   */
  liteMode: z.boolean().nullable(),
  /** null follows the system. */
  theme: z.enum(["light", "dark"]).nullable(),
  /** Notifications not read yet, counted to 100. */
  unread: z.int(),
  /** The company requires two-step sign-in, and the user has to set it up before anything else. */
  mustEnrol: z.boolean(),
  /** While the demo's past is filled: how many of its days are there. */
  demoHistory: z.object({ days: z.int(), of: z.int() }).nullable(),
});
export type Me = z.infer<typeof Me>;

export const me = endpoint({
  method: "get",
  path: "/user/me",
  summary: "The signed-in user",
  access: "session",
  tokens: true,
  scope: "none",
  whileEnrolling: true,
  data: Me,
});
