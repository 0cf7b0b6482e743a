import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { roleNames, subRoleNames } from "./roles.ts";
import { levels } from "./scope.ts";

/** The signed-in user as spec section 3 has it (USR-2). */
export const Me = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  fname: z.string(),
  lname: z.string().nullable(),
  customName: z.string(),
  category: z.enum(["f", "c"]),
  role: z.object({ roleIdentifier: z.enum(roleNames), name: z.string(), subRole: z.enum(subRoleNames).nullable() }),
  companyId: z.int(),
  companyName: z.string(),
  userLevel: z.enum(levels).nullable(),
  userOnboardedStep: z.int(),
  companiesHasUsers: z.array(z.object({ store: z.object({ id: z.int(), storeName: z.string() }) })),
  region: z.array(z.object({ id: z.int(), regionName: z.string() })),
  zone: z.array(z.object({ id: z.int(), zoneName: z.string() })),
  group: z.array(z.object({ id: z.int(), groupName: z.string() })),
  /** Username of the provider's person who opened this session as the user (SES-8); null for the user's own. */
  openedBy: z.string().nullable(),
  /** Pages without script: the person's own switch; null follows the browser's Save-Data (UI-10). */
  liteMode: z.boolean().nullable(),
  /** null follows the system. */
  theme: z.enum(["light", "dark"]).nullable(),
});
export type Me = z.infer<typeof Me>;

export const me = endpoint({ method: "get", path: "/user/me", summary: "The signed-in user", access: "session", data: Me });
