import * as bookings from "#contract/ads/booking";
import * as contract from "#contract/ads/campaigns";
import * as quotes from "#contract/ads/quotes";
import type { Bind } from "../../../http/bind.ts";
import type { Services } from "../../../services.ts";
import { book } from "../booking/booking.service.ts";
import type { BookingSort } from "../booking/booking-sort.ts";
import { cancel, changeState } from "../booking/campaign-state.service.ts";
import { changeFlight } from "../booking/change-flight.service.ts";
import { listOffers } from "../booking/find-offers.service.ts";
import { checkMusic, quote, quoteDraft } from "../booking/quote.service.ts";
import { answerQuotePdf } from "../booking/quote-document.service.ts";
import { addCampaign, changeCampaign, copyCampaign, removeCampaign } from "./campaigns.service.ts";
import { listCampaigns, listLines, showCalendar, showCampaign } from "./list-campaigns.service.ts";

export function campaignRoutes(bind: Bind, { files }: Pick<Services, "files">) {
  bind.json(contract.listCampaigns, (call, { query }) => listCampaigns(call, query));
  bind.json(contract.findCampaign, async (call, { query }) => ({
    data: await showCampaign(call, query.id),
  }));
  bind.json(contract.addCampaign, async (call, { body }) => ({
    message: "Campaign added",
    data: await addCampaign(call, body),
  }));
  bind.json(contract.copyCampaign, async (call, { body }) => ({
    message: "Campaign copied",
    data: await copyCampaign(call, body),
  }));
  bind.json(contract.changeCampaign, async (call, { body }) => ({
    message: "Campaign saved",
    data: await changeCampaign(call, body),
  }));
  bind.json(contract.removeCampaign, async (call, { query }) => {
    await removeCampaign(call, query.id);
    return { message: "Campaign deleted", data: null };
  });
  bind.json(bookings.setCampaignState, async (call, { body }) => {
    const data = await changeState(call, body);
    return { message: data.approvalAskedBy ? toApprove : actionMessages[body.act], data };
  });
  bind.json(quotes.quoteCampaign, async (call, { query }) => ({
    data: await quote(call, query.id),
  }));
  bind.file(quotes.quotePdf, (call, { query }) => answerQuotePdf({ ...call, files }, query.id));
  bind.json(quotes.quoteDraft, async (call, { body }) => ({
    data: await quoteDraft(call, body),
  }));
  bind.json(bookings.listOffers, async (call, { query }) => ({
    data: await listOffers(call, query.id),
  }));
  bind.json(bookings.checkPlaylistExistence, async (call, { query }) => ({
    data: await checkMusic(call, query.campaignId),
  }));
  bind.json(contract.campaignCalendar, (call, { query }) => showCalendar(call, query));
  bindBooking(bind, bookings.booking, "hours");
  bindBooking(bind, bookings.bookingWithTime, "times");
  bindBooking(bind, bookings.bookingForToh, "toh");
}

const actionMessages = {
  book: "Campaign booked",
  pause: "Campaign paused. It keeps its plays, but none of them plays until you resume it",
  resume: "Campaign resumed",
  cancel: "Campaign cancelled",
  approve: "Booking approved",
  decline: "Booking declined. Its plays are given back",
} as const;
const toApprove = "Campaign held until a second person approves the booking";
const takenMessage = ({ state, approvalAskedBy }: bookings.Booking) =>
  approvalAskedBy ? toApprove : state === "HELD" ? "Campaign held" : "Campaign booked";

type BookingEndpoints =
  | typeof bookings.booking
  | typeof bookings.bookingWithTime
  | typeof bookings.bookingForToh;
function bindBooking(bind: Bind, endpoints: BookingEndpoints, sort: BookingSort): void {
  const { list, take, change, release } = endpoints as typeof bookings.booking;
  bind.json(list, (call, { query }) => listLines(call, query, sort));
  bind.json(take, async (call, { body }) => {
    const data = await book(call, body, sort);
    return { message: takenMessage(data), data };
  });
  bind.json(change, async (call, { body }) => ({
    message: "Flight changed",
    data: await changeFlight(call, body, sort),
  }));
  bind.json(release, async (call, { query }) => ({
    message: actionMessages.cancel,
    data: await cancel(call, query.campaignId, sort),
  }));
}
