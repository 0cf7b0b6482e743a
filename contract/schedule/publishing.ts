import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";

/** When a company's days are published, and whether they wait for a person. */
export const PublishSettings = z.strictObject({
  /** On the clock of the company's zone. */
  publishAt: field.clock.refine((time) => time !== "24:00", "A day begins at 00:00. Enter 00:00 instead of 24:00."),
  needsApproval: z.boolean().default(false),
});
export type PublishSettings = z.output<typeof PublishSettings>;

export const publishSettings = endpoint({
  method: "get",
  path: "/schedule-settings",
  summary: "When the company's days are published, and whether they wait for a person",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.object({ publishAt: z.string(), needsApproval: z.boolean(), timeZone: z.string(), mayChange: z.boolean() }),
});

export const changePublishSettings = endpoint({
  method: "put",
  path: "/schedule-settings",
  summary: "Change when days are published, and whether they wait for a person; for those who see the whole company",
  access: ["MUSIC_SCHEDULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: PublishSettings,
  data: PublishSettings,
});

/** Days that are published at once at the most. */
export const daysAtOnce = 14;

export const PublishDays = z.strictObject({
  groupIds: z.array(idOf("group")).max(200, "Choose at most 200 groups.").default([]),
  /** The stores without a group too. */
  ungrouped: z.boolean().default(false),
  from: field.isoDate,
  to: field.isoDate,
});
export type PublishDays = z.output<typeof PublishDays>;

export const publishDays = endpoint({
  method: "post",
  path: "/group-playlist/publish",
  summary: "Publish the days of groups that are not published yet, as their previews show them",
  access: ["MUSIC_SCHEDULE"],
  scope: "company",
  bulk: true,
  query: z.strictObject(ofCompany),
  body: PublishDays.refine(({ groupIds, ungrouped }) => groupIds.length > 0 || ungrouped, {
    path: ["groupIds"],
    message: "Choose at least one group.",
  }),
  /** `missed` groups were being changed by somebody else: asked again, they are published. */
  data: z.object({ groups: z.int(), days: z.int(), missed: z.int() }),
});
