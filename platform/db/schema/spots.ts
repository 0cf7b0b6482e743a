import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  bytes,
  companyId,
  createdAt,
  identity,
  reference,
  sortKey,
  spotKind,
  updatedAt,
  version,
} from "./columns.ts";
import { catalogueItem } from "./library.ts";
import { company } from "./organisation.ts";

/** An item that plays between songs: ad, promo or top-of-the-hour (docs/decisions/ad-spots.md). */
export const spot = pgTable(
  "spot",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    kind: spotKind(),
    name: text("name").notNull(),
    nameKey: sortKey("name_key", "name"),
    /** A brand of the company's own catalogue list. */
    brandId: reference("brand_id"),
    /** The product category that the brand advertises: spots of one category are rivals. */
    category: text("category"),
    language: text("language"),
    durationSeconds: integer("duration_seconds").notNull(),
    /**
     * Where its sound begins and ends in the file, without silence at both ends; the length is that
     * between them. Null: at the file's end.
     */
    cueInMs: integer("cue_in_ms").notNull().default(0),
    cueOutMs: integer("cue_out_ms"),
    /** Length of the whole file; null for audio that came before it was measured. */
    audioMs: integer("audio_ms"),
    /** Integrated loudness in LUFS (ITU-R BS.1770), measured from the file. */
    loudness: real("loudness"),
    /** Key of the audio in the file store. */
    audioFile: text("audio_file"),
    /** Highest sample of each of the parts the audio is cut into, 0 to 255, for drawing. */
    peaks: bytes("peaks"),
    /** The first and the last day on which it plays; null for no limit. */
    validFrom: date("valid_from", { mode: "string" }),
    validTo: date("valid_to", { mode: "string" }),
    /** Countries (ISO 3166-1 alpha-2) it may play in; empty: all. */
    territories: text("territories").array().notNull().default([]),
    /** False when it is withdrawn. */
    active: boolean("active").notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("spot_name_unique")
      .on(t.companyId, t.kind, sql`lower(${t.name})`)
      .where(sql`${t.active}`),
    check(
      "spot_cues",
      sql`${t.cueInMs} >= 0 and ${t.cueOutMs} > ${t.cueInMs} and ${t.cueOutMs} <= ${t.audioMs}`,
    ),
    check("spot_duration", sql`${t.durationSeconds} between 1 and 600`),
    check("spot_valid", sql`${t.validTo} >= ${t.validFrom}`),
    index("spot_brand").on(t.companyId, t.brandId),
    foreignKey({
      name: "spot_of_brand",
      columns: [t.companyId, t.brandId],
      foreignColumns: [catalogueItem.companyId, catalogueItem.id],
    }),
  ],
);
