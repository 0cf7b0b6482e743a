import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { CampaignBody } from "#contract/ads/campaign-body";
import { CampaignForm } from "#contract/ads/campaign-form";
import { type quoteDraft as Draft, quoteDraft } from "#contract/ads/quotes";
import { addDays, dateIn, weekdayOf } from "#contract/base/dates";
import { daysOf, lastOfMonth } from "#contract/reports/schedule-times";
import { publishSettings } from "#contract/schedule/publishing";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { readForm, toPostRequest } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { callsFor } from "./booking.server";
import { campaignFormTexts } from "./booking-words";
import { readMatching } from "./matching-stores.server";
import { campaignBookPath, campaignPath } from "./paths";
import { type QuoteWords, quoteWords } from "./quote-words.server";

/** Quotes a campaign from its form, in words. Throws as `api.call` does. */
export async function callQuote(
  pageContext: PageContext,
  body: z.input<typeof Draft.body>,
): Promise<QuoteWords> {
  const { data } = await pageContext.api.call(quoteDraft, { body });
  return quoteWords(data, { ...body, blackoutDates: body.blackoutDates ?? [] }, pageContext);
}

/** Quotes the campaign typed in the page's address; null while it is incomplete or refused. */
export async function loadTypedQuote(
  args: LoaderFunctionArgs,
  pageContext: PageContext,
): Promise<QuoteWords | null> {
  const { ids } = pageContext;
  const url = new URL(args.request.url);
  // a quote does not depend on the name, so an unnamed campaign gets one too
  if (!url.searchParams.get("name")?.trim()) url.searchParams.set("name", "Campaign");
  const { value } = await readForm(toPostRequest(url), CampaignForm, { ids });
  if (!value) return null;
  const draft = url.searchParams.get("campaign");
  const id = draft ? ids.decrypt("campaign", draft) : undefined;
  const matching = value.campaign.matching && readMatching(args, pageContext);
  return load(() => callQuote(pageContext, { ...value.campaign, matching, id })).catch(
    (error: unknown) => {
      if (error instanceof Response && error.status === 422) return null;
      throw error;
    },
  );
}

/** Offers the periods that campaigns most often run: next week, this month and next month. */
export async function loadDatePresets({ api }: PageContext) {
  const { data: settings } = await load(() => api.call(publishSettings, {}));
  const today = dateIn(settings.timeZone, new Date());
  const monday = addDays(today, 7 - ((weekdayOf(today) + 6) % 7));
  return [
    { label: "Next week", from: monday, to: addDays(monday, 6) },
    { label: "This month", from: today, to: lastOfMonth(today) },
    { label: "Next month", ...daysOf("next-month", today) },
  ];
}
export type DatePreset = Awaited<ReturnType<typeof loadDatePresets>>[number];

type SavedDraft = Pick<CampaignBody, "kind" | "exactTimes"> & { id: number; version: number };
const takenAs = { book: "booked", hold: "held" } as const;

/**
 * Books or holds a draft that was just saved, if the person pressed that button. If it is refused,
 * it stays a draft, and the booking page says why and what would fit.
 */
export async function goOn(
  { context }: LoaderFunctionArgs,
  { api, ids }: PageContext,
  {
    id,
    version,
    kind,
    exactTimes = null,
  }: Omit<SavedDraft, "exactTimes"> & {
    exactTimes?: number[] | null | undefined;
  },
  { act, message }: { act: string; message: string },
) {
  const path = campaignPath(ids.encrypt("campaign", id));
  if (act !== "book" && act !== "hold") {
    context.session.flash("success", message);
    return redirect(campaignBookPath(path));
  }
  try {
    const reply = await api.call(callsFor({ kind, exactTimes }).take, {
      body: { campaignId: id, version, as: takenAs[act], acceptsLessMusic: false },
    });
    context.session.flash("success", reply.message);
    return redirect(reply.data.state === "HELD" ? campaignBookPath(path) : path);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    context.session.flash("error", campaignFormTexts.draftOnly(error.message));
    return redirect(campaignBookPath(path));
  }
}
