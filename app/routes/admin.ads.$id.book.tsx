import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DraftBooking } from "~/features/ads/booking";
import { type BookingResult, book, loadBooking } from "~/features/ads/booking.server";
import { bookingTexts } from "~/features/ads/booking-words";
import { HeldBooking } from "~/features/ads/held-booking";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { adsPath, campaignEditPath, campaignQuotePdfPath } from "~/features/ads/paths";
import { tutorialPath } from "~/features/tutorials/paths";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Book ${data?.name ?? "campaign"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) => loadBooking(await requireCampaign(args));
export const action = async (args: ActionFunctionArgs) => book(args, await requireCampaign(args));

export default function BookCampaign() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<BookingResult>();
  const { name, path, quote, held, release, removal, hasPrice } = page;
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Ads", to: adsPath },
          { label: name, to: path },
        ]}
        title={`Book ${name}`}
        lead={held ? bookingTexts.heldLead(held.until) : bookingTexts.lead}
        help={tutorialPath("ad_book_slot")}
        more={removal ? <ConfirmLink {...removal} icon="trash" /> : undefined}
        actions={
          <>
            {hasPrice ? (
              <ButtonLink to={campaignQuotePdfPath(path)} download icon="download">
                {bookingTexts.quotePdf}
              </ButtonLink>
            ) : null}
            <ButtonLink to={campaignEditPath(path)} icon="edit">
              Edit
            </ButtonLink>
          </>
        }
      />
      {quote ? <DraftBooking page={page} quote={quote} result={result} /> : null}
      {held && release ? (
        <HeldBooking page={page} held={held} release={release} result={result} />
      ) : null}
    </>
  );
}
