import { sql } from "drizzle-orm";
import {
  date,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { editKinds, publishedHow } from "#contract/schedule/words";
import { companyId, createdAt, identity, instant, reference } from "./columns.ts";
import { storeGroup } from "./organisation.ts";

/**
 * The music of a group on a date: each row is an immutable version. A draft is made again when its
 * inputs change, a published day is not.
 */
export const groupPlaylist = pgTable(
  "group_playlist",
  {
    companyId: companyId(),
    id: identity(),
    /** Null for the company's stores without a group: they play together, by its rule. */
    groupId: reference("group_id"),
    day: date("day", { mode: "string" }).notNull(),
    version: integer("version").notNull(),
    state: text("state", { enum: ["draft", "published", "superseded"] }).notNull(),
    /** Digest of everything the day was made from: when it differs today, the draft is stale. */
    inputsDigest: text("inputs_digest").notNull(),
    /**
     * Digests of the inputs that a published day follows by itself (stores, hours, zones, spots)
     * and of those that it follows only when a person republishes it (rules, charts).
     */
    factsDigest: text("facts_digest"),
    choicesDigest: text("choices_digest"),
    /**
     * The events that apply to its group or one of its stores on the day, by their ids, each with
     * what it played (`playsOfEvent`).
     */
    events: jsonb("events").$type<Record<string, string>>().notNull().default({}),
    /** The engine's result: positions with their trace, and the summary. */
    positions: jsonb("positions").notNull(),
    summary: jsonb("summary").notNull(),
    /**
     * The songs of the positions in their order and the second at which each begins: what the days
     * after rest from.
     */
    songIds: integer("song_ids").array().notNull().default(sql`'{}'`),
    songStarts: integer("song_starts").array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    /**
     * The person who changed a version into this one, and how; null where it was made from its
     * inputs alone.
     */
    editedBy: text("edited_by"),
    editedHow: text("edited_how", { enum: editKinds }),
    publishedAt: instant("published_at"),
    /** The person; null where the schedule published by itself. */
    publishedBy: text("published_by"),
    publishedHow: text("published_how", { enum: publishedHow }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("group_playlist_version")
      .on(t.companyId, t.groupId, t.day, t.version)
      .nullsNotDistinct(),
    uniqueIndex("group_playlist_one_draft")
      .on(t.companyId, sql`coalesce(${t.groupId}, 0)`, t.day)
      .where(sql`state = 'draft'`),
    uniqueIndex("group_playlist_one_published")
      .on(t.companyId, sql`coalesce(${t.groupId}, 0)`, t.day)
      .where(sql`state = 'published'`),
    foreignKey({
      name: "group_playlist_group",
      columns: [t.companyId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.id],
    }),
  ],
);
