import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { showInstant } from "#contract/base/dates";
import { holdsGrant, isProvider, mayOpen } from "#contract/base/roles";
import { emailStateLabels, isEmailFailed } from "#contract/emails/words";
import {
  listNotifications,
  type Notification,
  updateNotificationCount,
} from "#contract/notifications/endpoints";
import { campaignPath } from "~/features/ads/paths";
import { alertsPath, shiftPath } from "~/features/alerts/paths";
import { invoicePath } from "~/features/billing/paths";
import { chooseCompanyPath } from "~/features/companies/paths";
import { requestPath } from "~/features/onboarding/paths";
import { schedulePath } from "~/features/reports/paths";
import { songReportsPath } from "~/features/song-reports/paths";
import { storePath } from "~/features/stores/paths";
import { tokensPath } from "~/features/tokens/paths";
import { userEditPath } from "~/features/users/paths";
import { webhookPath } from "~/features/webhooks/paths";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { ShownEmail } from "~/ui/email-state";
import { withMembers } from "~/ui/frame/address";
import type { Tone } from "~/ui/frame/pill";
import { notificationsTexts } from "./texts";

const Address = listAddress({ cursor: z.string().optional() });

const kinds: Record<Notification["kind"], { tone: Tone; words: string }> = {
  SUCCESS: { tone: "ok", words: "Done" },
  WARN: { tone: "warn", words: "Warning" },
  ERROR: { tone: "bad", words: "Failed" },
};

/** Shows a visitor's request as information; it is stored as a warning so that staff see it. */
const kindOf = ({ kind, item }: Notification) =>
  item?.kind === "request" ? { tone: "info" as const, words: "Request" } : kinds[kind];

export async function loadNotifications(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { row, ...query } = readQuery(args.request, Address);
  const [{ data, page }, { company }] = await load(() =>
    Promise.all([
      pageContext.api.call(listNotifications, { query }),
      findCompanies(args.context, pageContext),
    ]),
  );
  const zone = zoneOf(company);
  return {
    row,
    cursor: query.cursor,
    page,
    // reads the list, newest first, because the bell's count is up to two seconds old
    hasUnread: data.some(({ read }) => !read),
    rows: data.map((notice) => {
      const at = new Date(notice.createdAt);
      return {
        ref: pageContext.ids.encrypt("notification", notice.id),
        title: notice.title,
        detail: notice.detail,
        read: notice.read,
        ...kindOf(notice),
        at: showInstant(at, zone),
        to: pathOf(notice.item, company?.id, pageContext),
        mail: notice.mail && shownMail(notice.mail, (instant) => showInstant(instant, zone)),
      };
    }),
  };
}

/** The email is the person's own, so that the person mends the address. */
function shownMail(
  { state, answer, at }: NonNullable<Notification["mail"]>,
  showAt: (instant: Date) => string,
): ShownEmail {
  const isFailed = isEmailFailed({ state });
  return {
    failure: isFailed ? emailStateLabels[state] : null,
    words: isFailed
      ? notificationsTexts.notEmailed(answer)
      : state === "sent"
        ? `Emailed ${showAt(new Date(at))}`
        : notificationsTexts.onItsWay(answer),
    resend: null,
  };
}

/** Marks the ticked notifications as read, or all, and reports the result. */
export async function markRead(
  { request, context }: ActionFunctionArgs,
  { api, ids }: PageContext,
) {
  const posted = await request.formData();
  const refs = [...new Set(posted.getAll("id").map(String))];
  const all = posted.get("all") === "on";
  if (!all && refs.length === 0) return context.session.flash("error", notificationsTexts.select);
  const body = all ? { count: 0 } : { ids: refs.map((ref) => ids.decrypt("notification", ref)) };
  const { message } = await load(() => api.call(updateNotificationCount, { body }));
  context.session.flash("success", message);
}

/**
 * Links to the page that a notification is about, if the person may open it in the company they
 * work in.
 */
function pathOf(
  item: Notification["item"],
  here: number | undefined,
  { ids, user, person }: PageContext,
): string | null {
  if (!item) return null;
  const isStaff = isProvider(person) && item.companyId === user.companyId;
  if (item.kind === "user" && mayOpen(person, "USER_MGMT") && (isStaff || item.companyId === here))
    return withMembers(userEditPath(ids.encrypt("user", item.id)), {
      of: isStaff ? "staff" : undefined,
    });
  if (item.kind === "campaign" && mayOpen(person, "NON_MUSIC") && item.companyId === here)
    return campaignPath(ids.encrypt("campaign", item.id));
  if (
    item.companyId === here &&
    (item.kind === "store" || item.kind.endsWith(" alerts")) &&
    mayOpen(person, "DASHBOARD")
  ) {
    if (item.kind === "store" && mayOpen(person, "STORES"))
      return storePath(ids.encrypt("store", item.id));
    return withMembers(alertsPath, { state: item.kind === "ended alerts" ? "ended" : undefined });
  }
  // the failed email of a hand-over
  if (item.kind === "alert" && mayOpen(person, "DASHBOARD")) return shiftPath;
  if (item.kind === "song reports" && mayOpen(person, "CHARTS"))
    return item.companyId === here
      ? songReportsPath
      : withMembers(chooseCompanyPath, {
          company: ids.encrypt("company", item.companyId),
          returnTo: songReportsPath,
        });
  if (item.kind === "invoice" && item.companyId === here && holdsGrant(person, "invoices.own"))
    return invoicePath(ids.encrypt("invoice", item.id));
  if (item.kind === "report schedule" && item.companyId === here && mayOpen(person, "REPORTS"))
    return schedulePath(ids.encrypt("report-schedule", item.id));
  if (item.kind === "API token") return tokensPath;
  if (item.kind === "webhook" && item.companyId === here && mayOpen(person, "COMPANIESEDIT"))
    return webhookPath(ids.encrypt("webhook", item.id));
  if (item.kind === "request" && mayOpen(person, "COMPANIES"))
    return requestPath(ids.encrypt("request", item.id));
  return null;
}
