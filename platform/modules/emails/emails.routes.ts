import * as contract from "#contract/emails/endpoints";
import { notFound, Refusal } from "../../base/refusal.ts";
import { sameText } from "../../base/same-text.ts";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { noteBounces } from "./emails.service.ts";

/** Binds the mail service's address, which does not exist without a configured secret. */
export function emailRoutes(bind: Bind, { mailSecret }: Pick<Services, "mailSecret">) {
  bind.json(contract.noteBounces, async (call, { headers, body }) => {
    if (!mailSecret) throw notFound();
    if (!sameText(headers.authorization, `Bearer ${mailSecret}`))
      throw new Refusal(401, "Send MAIL_WEBHOOK_SECRET as a bearer token.");
    return { data: { noted: await noteBounces(call, body.bounces) } };
  });
}
