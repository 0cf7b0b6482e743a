import { showInstant } from "#contract/base/dates";
import { Failures } from "../../base/failures.ts";
import type { Call } from "../../http/context.ts";
import { writeEmail } from "../../mail/email-text.ts";
import { type Mail, type OutgoingEmail, readMailFailure } from "../../mail/mail.ts";
import {
  type ClaimedNotices,
  claimNotices,
  findPersonToMail,
  type PersonToMail,
  releaseNotices,
} from "./notice-mail.queries.ts";

const mostListed = 20;
/**
 * Emails in a row that could not be sent, to any address: then the mail server is unreachable, and
 * the next run tries again.
 */
const mostFailures = 3;

type Post = { mail: Pick<Mail, "send">; publicUrl: string };
type MailCall = Pick<Call, "db" | "now"> & { stopped?: AbortSignal };

export function noticeMailService({ mail, publicUrl }: Post) {
  return {
    /**
     * Emails unread notifications to people who want that ("Email me notifications"), one email per
     * person. The next run retries failed ones for a day, unless the mail server refused them for
     * good. A person whose email fails keeps no other's from being sent. Gives the number of emails
     * sent; throws if any failed.
     */
    async mailNotices({ db, now, stopped }: MailCall): Promise<number> {
      const failures = new Failures();
      const failed: number[] = [];
      let emailCount = 0;
      let inARow = 0;
      while (inARow < mostFailures && !stopped?.aborted) {
        const person = await findPersonToMail(db, now, failed);
        if (!person) break;
        const { companyId, userId } = person;
        await failures.attempt(`user ${userId} of company ${companyId}`, async () => {
          const notices = await claimNotices(db, now, person);
          if (notices.length === 0) return; // another process was quicker
          try {
            await mail.send(noticeEmail(person, notices, publicUrl));
            emailCount++;
            inARow = 0;
          } catch (error) {
            const failure = readMailFailure(error);
            // else three dead mailboxes would keep everybody's emails
            if (failure.isServerAway) inARow++;
            await releaseNotices(db, companyId, notices, failure);
            throw error;
          }
        });
        if (failures.errors.length > failed.length) failed.push(userId);
      }
      failures.throwAny(
        `notifications for ${failed.length} people were not emailed; the next run retries those that were not refused`,
      );
      return emailCount;
    },
  };
}

/** In the time of the person's company, the newest first. */
function noticeEmail(
  { email, firstName, timeZone }: PersonToMail,
  notices: ClaimedNotices,
  publicUrl: string,
): OutgoingEmail {
  const at = (path: string) => new URL(path, publicUrl).href;
  const [newest] = notices;
  const lines = notices
    .slice(0, mostListed)
    .map(({ title, detail, createdAt }) =>
      [`${showInstant(createdAt, timeZone)}: ${title}.`, detail].filter(Boolean).join(" "),
    );
  const more = notices.length - lines.length;
  const content = writeEmail({
    subject:
      newest && notices.length === 1
        ? newest.title
        : `${notices.length} notifications from Fever In-Store`,
    name: firstName,
    before: [
      notices.length === 1
        ? "You have an unread notification:"
        : `You have ${notices.length} unread notifications:`,
      ...lines,
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    link: { label: "Open your notifications", url: at("/admin/notifications") },
    after: [
      `To stop these emails, turn off "Email me notifications" in your account: ${at("/admin/account")}`,
    ],
  });
  return { to: email, ...content };
}
