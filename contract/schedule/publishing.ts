import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { dayFigures } from "./day-figures.ts";
import { breakCauses } from "./words.ts";

/** A company's settings for publishing its days. */
export const PublishSettings = z.strictObject({
  /** In the company's time zone. */
  publishAt: field.clock.refine(
    (time) => time !== "24:00",
    "A day begins at 00:00. Enter 00:00 instead of 24:00.",
  ),
  needsApproval: z.boolean().default(false),
});
export type PublishSettings = z.output<typeof PublishSettings>;
/** With the version that they were loaded with, which is the company's. */
export const PublishSettingsForm = PublishSettings.extend({ version: field.version.optional() });
export type PublishSettingsForm = z.output<typeof PublishSettingsForm>;

export const publishSettings = endpoint({
  method: "get",
  path: "/schedule-settings",
  summary: "When the company's days are published, and whether they wait for a person",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.object({
    publishAt: z.string(),
    needsApproval: z.boolean(),
    version: z.int(),
    timeZone: z.string(),
    mayChange: z.boolean(),
  }),
});

export const changePublishSettings = endpoint({
  method: "put",
  path: "/schedule-settings",
  summary:
    "Change when days are published, and whether they wait for a person; for those who see the whole company",
  access: ["MUSIC_SCHEDULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: PublishSettingsForm,
  data: PublishSettings.extend({ version: z.int() }),
});

/** The most days that are published at once. */
export const daysAtOnce = 14;

/**
 * The most days of groups that are published at once: a person already waits minutes for
 * them.
 */
export const groupDaysAtOnce = 1500;

const chosenGroups = {
  groupIds: z.array(idOf("group")).max(200, "Choose at most 200 groups.").default([]),
  /** The stores without a group too. */
  ungrouped: z.boolean().default(false),
  /** In place of these: all groups that the list shows for this search. */
  matching: z.strictObject({ search: field.search.optional() }).optional(),
};

export const PublishDays = z.strictObject({
  ...chosenGroups,
  from: field.isoDate,
  to: field.isoDate,
  /**
   * In place of days that are not published yet, published ones whose rule, charts or events have
   * changed since: each gets a new version.
   */
  changes: z.boolean().default(false),
  /** Only makes and checks the drafts, to be looked at. */
  check: z.boolean().default(false),
  /**
   * The `confirm` of the question that was answered; without it, only days with which nothing is
   * wrong are published.
   */
  confirm: z.string().max(64).optional(),
  /** Days to work through in this call, at least those of one group; without it, all. */
  step: z.int().min(1).max(groupDaysAtOnce).optional(),
});
export type PublishDays = z.output<typeof PublishDays>;

/**
 * The problems of days that are about to be published; nothing is published until the caller
 * confirms.
 */
const PublishQuestion = z.object({
  /**
   * Identifies the days as they were reviewed: if one has changed since, the question is asked
   * again.
   */
  confirm: z.string(),
  /** Days that would be published, and the number of them with a problem. */
  days: z.int(),
  wrongDays: z.int(),
  silentSeconds: z.number(),
  /** Songs of all these days, by the rule that they break. */
  breaks: z.array(z.object({ cause: z.enum(breakCauses), songs: z.int() })),
  givenUp: z.int(),
  /** The worst days first, at most twenty. */
  worst: z.array(
    z.object({
      id: z.int(),
      groupId: z.int().nullable(),
      groupName: z.string(),
      zoneName: z.string().nullable(),
      day: z.string(),
      ...dayFigures,
    }),
  ),
});
export type PublishQuestion = z.infer<typeof PublishQuestion>;

export const publishStages = ["CHECKING", "PUBLISHING"] as const;

/** The progress of a call with `step`: sent again with the `confirm` given here, it goes on. */
const PublishProgress = z.object({
  stage: z.enum(publishStages),
  /**
   * While checking: of the days that are not published yet; while publishing: of all that were
   * chosen.
   */
  done: z.int(),
  days: z.int(),
  /** While publishing: identifies the remaining days, as they were reviewed. */
  confirm: z.string().optional(),
});
export type PublishProgress = z.infer<typeof PublishProgress>;

export const ChangedDays = z.object({
  /** From today on, as far as days are made. */
  from: z.string(),
  to: z.string(),
  dayCount: z.int(),
  groupCount: z.int(),
  /** The first, by group and day. */
  days: z.array(
    z.object({
      groupId: z.int().nullable(),
      groupName: z.string(),
      zoneName: z.string().nullable(),
      day: z.string(),
      /** Made from the current inputs; null until somebody makes one. */
      draftId: z.int().nullable(),
      /** The number of songs that differ between the draft and the published version. */
      differingSongs: z.int().nullable(),
    }),
  ),
});
export type ChangedDays = z.infer<typeof ChangedDays>;

export const listChangedDays = endpoint({
  method: "get",
  path: "/group-playlist/changes",
  summary:
    "Published days that still play an older rule, chart or event, of the groups that the caller may change",
  access: ["MUSIC_SCHEDULE"],
  scope: "company",
  query: z.strictObject({
    ...ofCompany,
    /** Days that are listed; 0 where the counts are enough. */
    limit: z.coerce.number().int().min(0).max(100).default(100),
  }),
  data: ChangedDays,
});

export const publishDays = endpoint({
  method: "post",
  path: "/group-playlist/publish",
  summary:
    "Publish days of groups that are not published yet, as their previews show them, or the changes of published ones; asks first where something is wrong with one",
  access: ["MUSIC_SCHEDULE"],
  scope: "company",
  bulk: true,
  query: z.strictObject(ofCompany),
  body: PublishDays.refine(
    ({ groupIds, ungrouped, matching }) =>
      (groupIds.length > 0 || ungrouped) !== (matching !== undefined),
    {
      path: ["groupIds"],
      message: "Choose groups, or all matching groups.",
    },
  ),
  /**
   * `groups` and `days` are of this call. `missed` groups were being changed by somebody else:
   * asked again, they are published.
   */
  data: z.object({
    groups: z.int(),
    days: z.int(),
    missed: z.int(),
    question: PublishQuestion.nullable(),
    progress: PublishProgress.nullable(),
  }),
});
