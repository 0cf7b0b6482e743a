import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";

/** Data that is held about a person, for that person only (/my-data). */

const at = z.iso.datetime();
const optionalAt = at.nullable();

export const PersonalData = z.object({
  madeAt: at,
  account: z.object({
    id: z.int(),
    company: z.string(),
    username: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string().nullable(),
    phoneCountryCode: z.string().nullable(),
    phone: z.string().nullable(),
    role: z.string(),
    subRole: z.string().nullable(),
    level: z.string().nullable(),
    locations: z.array(z.string()),
    status: z.string(),
    theme: z.string().nullable(),
    liteMode: z.boolean().nullable(),
    emailNotifications: z.boolean(),
    createdAt: at,
    invitedAt: optionalAt,
    lastSignedInAt: optionalAt,
    erasureAskedAt: optionalAt,
  }),
  sessions: z.array(
    z.object({
      signedInAt: at,
      lastUsedAt: at,
      endedAt: optionalAt,
      endReason: z.string().nullable(),
      address: z.string().nullable(),
      device: z.string().nullable(),
      openedBy: z.string().nullable(),
    }),
  ),
  playerDevices: z.array(
    z.object({ store: z.string(), browser: z.string().nullable(), signedInAt: at, lastSeenAt: at }),
  ),
  apiTokens: z.array(
    z.object({
      name: z.string(),
      scopes: z.array(z.string()),
      createdAt: at,
      expiresAt: at,
      lastUsedAt: optionalAt,
      revokedAt: optionalAt,
    }),
  ),
  passkeys: z.array(z.object({ name: z.string(), createdAt: at, lastUsedAt: optionalAt })),
  notifications: z.array(
    z.object({
      title: z.string(),
      detail: z.string().nullable(),
      createdAt: at,
      readAt: optionalAt,
    }),
  ),
  emails: z.array(
    z.object({
      kind: z.string(),
      to: z.string(),
      state: z.string(),
      createdAt: at,
      endedAt: optionalAt,
    }),
  ),
  savedFilters: z.array(
    z.object({ list: z.string(), name: z.string(), filters: z.unknown(), createdAt: at }),
  ),
  drafts: z.array(z.object({ form: z.string(), values: z.unknown(), updatedAt: at })),
  reportSchedules: z.array(z.object({ name: z.string(), report: z.string(), createdAt: at })),
  /** Entries of the own company's audit log about this person or by them, the newest first. */
  auditLog: z.array(
    z.object({
      at,
      by: z.string(),
      address: z.string().nullable(),
      action: z.string(),
      item: z.string(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
  /** True if the audit log has older entries, which are left out. */
  moreInAuditLog: z.boolean(),
});
export type PersonalData = z.infer<typeof PersonalData>;

export const findPersonalData = endpoint({
  method: "get",
  path: "/user/me/personal-data",
  summary: "All personal data held about the caller; of the audit log the newest 5,000 entries",
  access: "session",
  session: true,
  scope: "none",
  data: PersonalData,
});

const ErasureState = z.object({ erasureAskedAt: optionalAt, mayErase: z.string() });

export const findErasureRequest = endpoint({
  method: "get",
  path: "/user/me/erasure-request",
  summary:
    "Whether the caller has asked to have their personal data erased, and who carries it out",
  access: "session",
  scope: "none",
  data: ErasureState,
});

export const askForErasure = endpoint({
  method: "put",
  path: "/user/me/erasure-request",
  summary:
    "Ask to have the caller's account and personal data erased; whoever may delete the account is told",
  access: "session",
  session: true,
  scope: "none",
  data: ErasureState,
});

export const withdrawErasure = endpoint({
  method: "delete",
  path: "/user/me/erasure-request",
  summary: "Withdraw the caller's request for erasure",
  access: "session",
  session: true,
  scope: "none",
  data: ErasureState,
});
