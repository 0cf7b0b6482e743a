import { showInstant } from "#contract/base/dates";
import type { Call } from "../../http/context.ts";
import { writeEmail } from "../../mail/email-text.ts";
import { type Mail, type OutgoingEmail, readMailFailure } from "../../mail/mail.ts";
import { type ClaimedNotices, claimNotices, releaseNotices } from "./notice-mail.queries.ts";

const mostListed = 20;
/**
 * Emails in a row that could not be sent, to any address: then the mail server is unreachable, and
 * the next run tries again.
 */
const mostFailures = 3;

type Post = { mail: Pick<Mail, "send">; publicUrl: string };

export function noticeMailService({ mail, publicUrl }: Post) {
  return {
    /**
     * Emails unread notifications to people who want that ("Email me notifications"), one email per
     * person. The next run retries failed ones for a day, unless the mail server refused them for
     * good. Gives the number of emails sent; throws if any failed.
     */
    async mailNotices({ db, now }: Pick<Call, "db" | "now">): Promise<number> {
      const failed: number[] = [];
      let emailCount = 0;
      let inARow = 0;
      let why: unknown;
      while (inARow < mostFailures) {
        const claimed = await claimNotices(db, now, failed);
        if (!claimed) break;
        if (claimed.notices.length === 0) continue; // another process was quicker
        try {
          await mail.send(noticeEmail(claimed, publicUrl));
          emailCount++;
          inARow = 0;
        } catch (error) {
          const failure = readMailFailure(error);
          await releaseNotices(db, claimed, failure);
          failed.push(claimed.userId);
          // else three dead mailboxes would keep everybody's emails
          if (failure.isServerAway) inARow++;
          why = error;
        }
      }
      if (failed.length > 0)
        throw new Error(
          `notifications for ${failed.length} people were not emailed; the next run retries those that were not refused`,
          { cause: why },
        );
      return emailCount;
    },
  };
}

/** In the time of the person's company, the newest first. */
function noticeEmail(
  { email, firstName, timeZone, notices }: ClaimedNotices,
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
