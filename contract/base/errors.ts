import { z } from "zod";

/** One field's refusal; `field` is the path of the input, parts joined by dots. */
export const FieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/**
 * RFC 9457 with a message for people (`message`), the refused fields (422), and the request's id
 * to quote.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  message: z.string(),
  requestId: z.string().optional(),
  errors: z.array(FieldError).optional(),
  /**
   * For a form that others have saved since: sending this version saves it all the same.
   */
  version: z.int().optional(),
  /**
   * For a refused booking: the hours without room, other times that have room, and plays of lower
   * priority that could make way (contract/ads/booking-refusal.ts).
   */
  full: z.array(z.unknown()).optional(),
  offers: z.array(z.unknown()).optional(),
  preemptible: z.array(z.unknown()).optional(),
});
export type Problem = z.infer<typeof Problem>;
