import { type SQL, sql } from "drizzle-orm";
import { bit, date, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { type ItemKind, itemKinds } from "#contract/player/endpoints";
import { companyId, instant, reference } from "./columns.ts";

/** Verified plays of campaigns, by the date on which they were due on the store's clock. */
export const campaignPlays = pgTable(
  "campaign_plays",
  {
    companyId: companyId(),
    campaignId: reference("campaign_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    storeId: reference("store_id").notNull(),
    spotId: reference("spot_id").notNull(),
    verified: integer("verified").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.campaignId, t.day, t.storeId, t.spotId] })],
);

const count = (name: string) => integer(name).notNull().default(0);
const countsOf = <K extends Lowercase<ItemKind>>(kind: K) =>
  ({
    [`${kind}Received`]: count(`${kind}_received`),
    /** Delivery and billing count these, song reports `plays`. */
    [`${kind}Verified`]: count(`${kind}_verified`),
    /** Verified plays and substitutes. */
    [`${kind}Plays`]: count(`${kind}_plays`),
    /** The length of `plays`. */
    [`${kind}Seconds`]: count(`${kind}_seconds`),
  }) as Record<`${K}${"Received" | "Verified" | "Plays" | "Seconds"}`, ReturnType<typeof count>>;

/**
 * Totals by store, day and type of item, updated as play-outs arrive: for figures that ask how much
 * was played, not what.
 */
export const storeDayPlays = pgTable(
  "store_day_plays",
  {
    companyId: companyId(),
    day: date("day", { mode: "string" }).notNull(),
    storeId: reference("store_id").notNull(),
    ...countsOf("music"),
    ...countsOf("ad"),
    ...countsOf("jingle"),
    ...countsOf("toh"),
    /** The times at which the first and the last of the music's `plays` began. */
    musicFirstAt: instant("music_first_at"),
    musicLastAt: instant("music_last_at"),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.storeId] })],
);
const playFigures = ["received", "verified", "plays", "seconds"] as const;
/** The column of a type's figure. */
export const playColumn = (kind: ItemKind, figure: string) => `${kind.toLowerCase()}_${figure}`;
/** The columns of all figures: those of a type, then those of the next. */
export const playColumns = itemKinds.flatMap((kind) =>
  playFigures.map((figure) => playColumn(kind, figure)),
);
const added = (kinds: readonly ItemKind[], figure: (typeof playFigures)[number]): SQL<number> =>
  sql`(${sql.raw(kinds.map((kind) => playColumn(kind, figure)).join(" + "))})`;
/** A figure of all types together. */
export const ofAllTypes = (figure: (typeof playFigures)[number]) => added(itemKinds, figure);
/** The seconds of everything that plays between the music. */
export const spotSeconds = added(
  itemKinds.filter((kind) => kind !== "MUSIC"),
  "seconds",
);

/**
 * A store's songs of a date, counted from the play log by a job (docs/decisions/play-outs.md) and
 * kept when the log's months are dropped; a number of each list belongs to the song at the same
 * place. They are valid until the store receives more music of the date than `received`.
 */
export const storeSongs = pgTable(
  "store_songs",
  {
    companyId: companyId(),
    day: date("day", { mode: "string" }).notNull(),
    storeId: reference("store_id").notNull(),
    received: integer("received").notNull(),
    songIds: integer("song_ids").array().notNull(),
    songReceived: integer("song_received").array().notNull(),
    songPlays: integer("song_plays").array().notNull(),
    songSeconds: integer("song_seconds").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.storeId] })],
);

/** Stores whose ids give the same number when divided by this are one block. */
export const storesOfBlock = 1024;
const block = () => reference("block").notNull();

/**
 * Songs' totals of a day over a block of stores, for reports of a whole company: made by a job
 * (docs/decisions/play-outs.md). They are valid until the block receives more of that day
 * than `songs_counted` says.
 */
export const songDay = pgTable(
  "song_day",
  {
    companyId: companyId(),
    day: date("day", { mode: "string" }).notNull(),
    block: block(),
    songId: reference("song_id").notNull(),
    received: integer("received").notNull(),
    plays: integer("plays").notNull(),
    seconds: integer("seconds").notNull(),
    /** A bit for each store of the block that has `plays`, the first on the left. */
    stores: bit("stores", { dimensions: storesOfBlock }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.block, t.songId] })],
);

/** Up to how much music received of a block and day its songs were counted. */
export const songsCounted = pgTable(
  "songs_counted",
  {
    companyId: companyId(),
    day: date("day", { mode: "string" }).notNull(),
    block: block(),
    received: integer("received").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.block] })],
);
