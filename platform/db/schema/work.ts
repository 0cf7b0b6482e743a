import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Testimonial } from "#contract/onboarding/public-site";
import { companyId, createdAt, identity, instant, reference, version } from "./columns.ts";
import { company } from "./organisation.ts";
import { appUser } from "./people.ts";

/**
 * The tools that people work with: files, imports, drafts, saved filters, notifications, requests
 * from outside.
 */

const ofUser = (
  name: string,
  t: Record<"companyId" | "userId", AnyPgColumn<{ tableName: string }>>,
) =>
  foreignKey({
    name,
    columns: [t.companyId, t.userId],
    foreignColumns: [appUser.companyId, appUser.id],
  }).onDelete("cascade");

/**
 * A file that was uploaded; its bytes are in the file store under `key`. Company and purpose decide
 * who may read it.
 */
export const storedFile = pgTable(
  "stored_file",
  {
    companyId: companyId().references(() => company.id),
    id: uuid("id").notNull(),
    purpose: text("purpose", {
      enum: [
        "company-icon",
        "contract",
        "chart-logo",
        "song-audio",
        "song-picture",
        "spot-audio",
        "event-image",
        "signature",
        "invoice",
        "credit-note",
        "voice-note",
      ],
    }).notNull(),
    /**
     * Identifies the item where a purpose has several files; a contract is of the company itself.
     */
    key: text("key").notNull(),
    /** The name as uploaded, for downloads. */
    name: text("name").notNull(),
    mediaType: text("media_type").notNull(),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256").notNull(),
    width: integer("width"),
    height: integer("height"),
    /**
     * For converted audio: the key of the file as uploaded. Media type and bytes describe the file
     * that is played, name and SHA-256 the uploaded one.
     */
    originalKey: text("original_key"),
    createdAt: createdAt(),
    createdBy: text("created_by").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    // found without the company by callers known by a token alone; ids and keys are random, and so
    // unique without a constraint
    index("stored_file_id").on(t.id),
    index("stored_file_key").on(t.key),
    index("stored_file_original").on(t.originalKey).where(sql`${t.originalKey} is not null`),
    index("stored_file_purpose").on(t.companyId, t.purpose, t.createdAt),
    index("stored_file_sha256").on(t.companyId, t.sha256),
  ],
);

/**
 * One CSV that was checked: its rows wait until they are applied, all or none. Cleared after seven
 * days.
 */
export const importRun = pgTable(
  "import_run",
  {
    companyId: companyId().references(() => company.id),
    id: uuid("id").notNull(),
    kind: text("kind", { enum: ["stores", "songs", "users", "footfall"] }).notNull(),
    fileName: text("file_name").notNull(),
    state: text("state", { enum: ["checked", "applied"] })
      .notNull()
      .default("checked"),
    toAdd: integer("to_add").notNull().default(0),
    toChange: integer("to_change").notNull().default(0),
    same: integer("same").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    warned: integer("warned").notNull().default(0),
    /** How the file was interpreted, where that is not obvious. */
    remarks: text("remarks").array().notNull().default(sql`'{}'::text[]`),
    /** The person who checked it, with their own company: only they can apply it. */
    madeByCompanyId: reference("made_by_company_id").notNull(),
    madeById: reference("made_by_id").notNull(),
    createdAt: createdAt(),
    appliedAt: instant("applied_at"),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index("import_run_age").on(t.createdAt)],
);

export const importRow = pgTable(
  "import_row",
  {
    companyId: companyId(),
    importId: uuid("import_id").notNull(),
    /** The line in the file; the header is line 1. */
    line: integer("line").notNull(),
    outcome: text("outcome", { enum: ["add", "change", "same", "refused"] }).notNull(),
    /** The cells as they were in the file, for the file of refused rows. */
    cells: text("cells").array().notNull(),
    /** The parsed values of a row that was understood. */
    value: jsonb("value"),
    /** Messages for people: the reasons for a refused row, the changed values for a changed row. */
    notes: text("notes").array().notNull().default(sql`'{}'::text[]`),
    /** Possible faults in its values. */
    warnings: text("warnings").array().notNull().default(sql`'{}'::text[]`),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.importId, t.line] }),
    index("import_row_outcome").on(t.companyId, t.importId, t.outcome, t.line),
    foreignKey({
      name: "import_row_of_run",
      columns: [t.companyId, t.importId],
      foreignColumns: [importRun.companyId, importRun.id],
    }).onDelete("cascade"),
  ],
);

/** A form that goes over several pages, half-filled: kept for its user until it is sent. */
export const formDraft = pgTable(
  "form_draft",
  {
    companyId: companyId(),
    userId: reference("user_id").notNull(),
    /** Which form, and of which item: "store/add", "store/2000012". */
    form: text("form").notNull(),
    /** The company it is about. */
    aboutCompanyId: reference("about_company_id").notNull(),
    values: jsonb("values").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.form, t.aboutCompanyId] }),
    ofUser("form_draft_of_user", t),
  ],
);

/** A list's filters under a name, for the user alone. */
export const savedFilter = pgTable(
  "saved_filter",
  {
    companyId: companyId(),
    id: identity(),
    userId: reference("user_id").notNull(),
    /** Which list: "stores", "library". */
    list: text("list").notNull(),
    /** The company whose list it is: its filters name that company's units. */
    aboutCompanyId: reference("about_company_id").notNull(),
    name: text("name").notNull(),
    /** The filters as the list's endpoint takes them. */
    filters: jsonb("filters").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("saved_filter_name").on(
      t.companyId,
      t.userId,
      t.list,
      t.aboutCompanyId,
      sql`lower(${t.name})`,
    ),
    ofUser("saved_filter_of_user", t),
  ],
);

/** A notification in a user's bell menu; spec section 4 lists the kinds. */
export const notification = pgTable(
  "notification",
  {
    companyId: companyId(),
    id: identity(),
    userId: reference("user_id").notNull(),
    kind: text("kind", { enum: ["ERROR", "WARN", "SUCCESS"] }).notNull(),
    title: text("title").notNull(),
    detail: text("detail"),
    /** The item that the page links to: its kind, its id and its company. */
    itemKind: text("item_kind"),
    itemId: reference("item_id"),
    itemCompanyId: reference("item_company_id"),
    createdAt: createdAt(),
    readAt: instant("read_at"),
    /** Set when it was emailed, to users who want that (app_user.email_notifications). */
    mailedAt: instant("mailed_at"),
    /** Why the last try to email it failed; with `mailedAt`, it is not tried again. */
    mailAnswer: text("mail_answer"),
    /** The email with the same words, of the same company, that was sent in its place. */
    emailId: reference("email_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("notification_of_user").on(t.companyId, t.userId, t.id),
    index("notification_to_mail")
      .on(t.createdAt)
      .where(sql`${t.readAt} is null and ${t.mailedAt} is null`),
    ofUser("notification_of_user_fk", t),
  ],
);

/**
 * A request to the provider from a person who is not signed in: to become a client, by one of two
 * forms, or a question. The company is the provider.
 */
export const publicRequest = pgTable(
  "public_request",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    kind: text("kind", { enum: ["signup", "self-onboarding", "query"] }).notNull(),
    state: text("state", { enum: ["new", "approved", "declined", "answered"] })
      .notNull()
      .default("new"),
    companyName: text("company_name"),
    personName: text("person_name").notNull(),
    email: text("email").notNull(),
    phoneCountryCode: text("phone_country_code"),
    phone: text("phone"),
    /** The rest of the form, by its fields. */
    details: jsonb("details").notNull(),
    address: text("address"),
    isSuspect: boolean("is_suspect").notNull().default(false),
    createdAt: createdAt(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    /** Told to the one who asked, where it was declined or answered. */
    decision: text("decision"),
    madeCompanyId: reference("made_company_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("public_request_state").on(t.companyId, t.state, t.id),
    check("public_request_made", sql`(${t.madeCompanyId} is null) or ${t.state} = 'approved'`),
  ],
);

/** The content that provider staff write for the public pages; one row, the provider's. */
export const publicSite = pgTable("public_site", {
  companyId: companyId()
    .primaryKey()
    .references(() => company.id),
  testimonials: jsonb("testimonials").$type<Testimonial[]>().notNull(),
  /** JSON-LD as entered. */
  structuredData: text("structured_data"),
  version: version(),
});
