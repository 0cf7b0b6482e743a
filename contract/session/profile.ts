import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";

/** A person's own profile and switches (/admin/account). */
export const liteModes = ["follow", "always", "never"] as const;
export const themes = ["system", "light", "dark"] as const;

export const Profile = z.object({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  email: z.string(),
  /** follow: as the browser's Save-Data says (UI-10). */
  liteMode: z.enum(liteModes),
  theme: z.enum(themes),
  emailNotifications: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

/**
 * PUT replaces the names and the email whole: an absent last name clears it (VAL-4). Another email
 * needs the current password.
 */
export const ProfileForm = z.strictObject({
  firstName: field.firstName,
  lastName: field.lastName.optional(),
  email: field.email,
  currentPassword: z.string().max(100).optional(),
});
export type ProfileForm = z.output<typeof ProfileForm>;

export const SettingsForm = z.strictObject({
  liteMode: z.enum(liteModes),
  theme: z.enum(themes),
  emailNotifications: z.boolean().default(false),
});
export type SettingsForm = z.output<typeof SettingsForm>;

export const findOwnProfile = endpoint({
  method: "get",
  path: "/user/me/profile",
  summary: "The caller's own profile and settings",
  access: "session",
  scope: "none",
  data: Profile,
});

export const updateOwnProfile = endpoint({
  method: "put",
  path: "/user/me/profile",
  summary: "Change the caller's names and email",
  access: "session",
  scope: "none",
  body: ProfileForm,
  data: Profile,
});

export const updateOwnSettings = endpoint({
  method: "put",
  path: "/user/me/settings",
  summary: "Change the caller's lite mode, theme and notifications",
  access: "session",
  scope: "none",
  body: SettingsForm,
  data: Profile,
});
