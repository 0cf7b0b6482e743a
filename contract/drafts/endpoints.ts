import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";

/**
 * Half-filled forms of several pages, each kept for its user until it is sent, so that closing
 * the browser loses nothing.
 */

const query = {
  ...ofCompany,
  /** Which form, and of which item: "store/add". */
  form: z
    .string()
    .regex(/^[a-z0-9/-]{1,80}$/, "Enter a form name of lowercase letters, digits, / and -."),
};

export const FormDraft = z.object({
  /** The entries, by part (a page of the form) and field. */
  values: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
  updatedAt: z.string(),
});
export type FormDraft = z.infer<typeof FormDraft>;

export const findDraft = endpoint({
  method: "get",
  path: "/form-draft",
  summary: "The caller's own draft of a form about a company; null if there is none",
  access: "session",
  scope: "people",
  query: z.strictObject(query),
  data: FormDraft.nullable(),
});

/** Characters that a database can hold as JSON: no NUL, no half of a surrogate pair. */
const typedText = z
  .string()
  .max(20_000, "This is too long.")
  .regex(/^[^\p{Cs}\0]*$/u, messages.printable);
export const keepDraft = endpoint({
  method: "put",
  path: "/form-draft",
  summary: "Save one part of a draft, replacing what it held; passwords are refused",
  access: "session",
  scope: "people",
  query: z.strictObject(query),
  body: z.strictObject({
    part: z.string().regex(/^[a-z-]{1,40}$/),
    values: z.record(
      z
        .string()
        .regex(/^[\w.[\]-]{1,120}$/)
        .refine((name) => !/password/i.test(name), "Drafts cannot hold passwords."),
      z.union([typedText, z.array(typedText)]),
    ),
  }),
  data: z.null(),
});

export const dropDraft = endpoint({
  method: "delete",
  path: "/form-draft",
  summary: "Delete the caller's draft of a form, if there is one",
  access: "session",
  scope: "people",
  query: z.strictObject(query),
  data: z.null(),
});
