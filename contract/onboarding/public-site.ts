import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { publicSiteLimits } from "./words.ts";

/** A client's quote about the product. */
export const Testimonial = z.strictObject({
  quote: z
    .string()
    .trim()
    .min(1, messages.required)
    .max(publicSiteLimits.quote, `At most ${publicSiteLimits.quote} characters are allowed.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, messages.printable),
  person: field.contactName,
  /** The person's role and company: "Marketing head, Northwind Retail". */
  role: field.title,
});
export type Testimonial = z.output<typeof Testimonial>;
/** The stored form, without the rules for input. */
const WrittenTestimonial = z.object({ quote: z.string(), person: z.string(), role: z.string() });

/**
 * One item of JSON-LD, as schema.org has them. Not z.json(), which contains itself: the OpenAPI
 * generator would not end.
 */
const StructuredItem = z.record(z.string(), z.unknown());
export type StructuredItem = z.infer<typeof StructuredItem>;

/** JSON-LD as text: an object or a list of them, each with "@context" and "@type". */
const structuredData = z
  .string()
  .trim()
  .max(
    publicSiteLimits.structuredData,
    `At most ${publicSiteLimits.structuredData} characters are allowed.`,
  )
  .superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem) context.addIssue({ code: "custom", message: problem });
  });

const fields = { structuredData: structuredData.optional(), version: field.version.optional() };
const testimonials = publicSiteLimits.testimonials;
export const PublicSiteBody = z.strictObject({
  testimonials: z.array(Testimonial).max(testimonials).default([]),
  ...fields,
});
/** A form posts its unused lines empty, which leaves gaps in the list. */
export const PublicSiteForm = z.strictObject({
  testimonials: z
    .array(Testimonial.optional())
    .max(testimonials)
    .default([])
    .transform((all) => all.filter((one) => one !== undefined)),
  ...fields,
});

export const getPublicSite = endpoint({
  method: "get",
  path: "/public-site",
  summary:
    "What provider staff wrote for the public pages: testimonials, and structured data as JSON-LD text",
  access: ["COMPANIES"],
  scope: "provider",
  data: z.object({
    testimonials: z.array(WrittenTestimonial),
    structuredData: z.string().nullable(),
    version: z.int(),
  }),
});

export const changePublicSite = endpoint({
  method: "put",
  path: "/public-site",
  summary: "Replace the testimonials and the structured data of the public pages",
  access: ["COMPANIES"],
  scope: "provider",
  body: PublicSiteBody,
  data: z.object({ version: z.int() }),
});

export const listTestimonials = endpoint({
  method: "get",
  path: "/client-testimonial",
  summary: "What clients say, for the landing page",
  access: "public",
  scope: "none",
  data: z.array(WrittenTestimonial),
});

export const getStructuredData = endpoint({
  method: "get",
  path: "/cms-head-tag-seo-json-script",
  summary: "The structured data (JSON-LD) of the public pages",
  access: "public",
  scope: "none",
  data: z.array(StructuredItem),
});

/** The items of a text that the schema has accepted. */
export function structuredItems(text: string): StructuredItem[] {
  const value: StructuredItem | StructuredItem[] = JSON.parse(text);
  return Array.isArray(value) ? value : [value];
}

/** The most levels of objects and lists; thousands would exhaust the stack of any program. */
const deepest = 12;

function problemOf(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `This is not valid JSON: ${error instanceof Error ? error.message : error}`;
  }
  if (isDeeper(value, deepest)) return `At most ${deepest} levels are allowed.`;
  const items = Array.isArray(value) ? value : [value];
  const isItem = (item: unknown) =>
    typeof item === "object" && item !== null && "@context" in item && "@type" in item;
  return items.length > 0 && items.every(isItem)
    ? undefined
    : "Each item must be an object with “@context” and “@type”.";
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));
