import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { emailKinds, emailStates } from "./words.ts";

/** The state of the newest email about something. */
export const EmailStatus = z.object({
  kind: z.enum(emailKinds),
  state: z.enum(emailStates),
  to: z.string(),
  /** The mail server's words, or why there are none; null if all went well. */
  answer: z.string().nullable(),
  /** The time at which it reached this state. */
  at: z.iso.datetime(),
});
export type EmailStatus = z.infer<typeof EmailStatus>;

/**
 * An email that came back: its Message-ID with a reason, or the report about it. Texts of any length,
 * because other mail servers write them: one that is too long must not refuse its neighbours.
 */
const Bounce = z
  .strictObject({
    messageId: z.string().optional(),
    /** The words of the server that would not take it. */
    reason: z.string().optional(),
    /** Or the email that tells of it (RFC 3464), headers first; other emails are ignored. */
    report: z.string().optional(),
  })
  .refine(({ messageId, report }) => (messageId === undefined) !== (report === undefined), {
    path: ["messageId"],
    error: "Send either the Message-ID or the report.",
  });
export type Bounce = z.infer<typeof Bounce>;

export const noteBounces = endpoint({
  method: "post",
  path: "/emails/bounces",
  summary:
    "For the mail service: emails that came back, by their Message-ID or the report about them; with MAIL_WEBHOOK_SECRET as bearer token",
  access: "public",
  scope: "none",
  headers: z.object({ authorization: z.string().max(300).optional() }),
  body: z.strictObject({
    bounces: z.array(Bounce).min(1).max(1000),
  }),
  data: z.object({ noted: z.int() }),
  /** 404 where no MAIL_WEBHOOK_SECRET is set. */
  refuses: [401, 404],
});
