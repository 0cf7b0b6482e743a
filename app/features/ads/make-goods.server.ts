import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { type CampaignDetail, findCampaign } from "#contract/ads/campaigns";
import {
  listMakeGoods,
  MakeGoodQuery,
  makeUpPlays,
  previewMakeGoods,
} from "#contract/ads/delivery";
import { makeGoodStates } from "#contract/ads/words";
import { addDays, dateIn, showDate } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { isAmong } from "#contract/base/records";
import { mayOpen } from "#contract/base/roles";
import { publishSettings } from "#contract/schedule/publishing";
import { storePath } from "~/features/stores/paths";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { readForm, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load } from "~/lib/session/guard.server";
import { dayWords } from "./day-words";
import { headOf } from "./delivery.server";
import { makeGoodTexts as texts } from "./delivery-words";
import { type CampaignContext, findOwnCampaign } from "./own-campaign.server";
import { campaignMakeGoodsPath } from "./paths";

/** Days after the flight, or after today if it is over, that are proposed for make-goods. */
const usualDays = 7;

const Address = listAddress({
  ...MakeGoodQuery.pick({ search: true, sort: true, cursor: true }).shape,
  /** The last day that plays after the flight may be booked on. */
  until: field.isoDate.optional(),
});

/** Loads a campaign's make-goods, and those that can still be booked after its flight. */
export async function loadMakeGoods(args: LoaderFunctionArgs, at: CampaignContext) {
  const { pageContext, id, path } = at;
  const { api, ids, person } = pageContext;
  const { row, until, ...query } = readQuery(args.request, Address);
  const [{ data: campaign }, done, { data: settings }] = await load(() =>
    Promise.all([
      api.call(findCampaign, { query: { id } }),
      api.call(listMakeGoods, { query: { ...query, campaignId: id } }),
      api.call(publishSettings, {}),
    ]),
  );
  const { search, sort } = query;
  const today = dateIn(settings.timeZone, new Date());
  return {
    ...headOf(campaign, path),
    after: await afterFlight(at, campaign, { until, today }),
    filters: { search },
    until,
    sort,
    row,
    page: done.page,
    rows: done.data.map(({ storeId, storeName, storeCode, missedOn, day, plays, over }) => ({
      key: `${storeId} ${day} ${missedOn}`,
      name: storeName,
      code: storeCode,
      plays,
      to: mayOpen(person, "STORES") ? storePath(ids.encrypt("store", storeId)) : null,
      missedOn: dayWords(missedOn),
      day: dayWords(day),
      state:
        over === plays
          ? texts.states.over
          : over === 0
            ? texts.states.ahead
            : texts.states.partly(pageContext.figures.figure(plays - over)),
    })),
  };
}

/** Previews what can be booked after the flight until a day, or says why nothing can. */
async function afterFlight(
  { pageContext, id }: CampaignContext,
  campaign: CampaignDetail,
  days: { until: string | undefined; today: string },
) {
  const { endsOn, state, mayChange } = campaign;
  const { counted } = pageContext.figures;
  const until = days.until ?? addDays(days.today > endsOn ? days.today : endsOn, usualDays);
  const notes: string[] = [];
  const page = {
    lead: texts.afterLead(showDate(endsOn)),
    until,
    first: addDays(endsOn, 1),
    refused: null,
    notes,
    book: null,
  };
  if (!isAmong(makeGoodStates, state)) return { ...page, isOpen: false, notes: [texts.state] };
  if (!mayChange) return { ...page, isOpen: false, notes: [texts.notYours] };
  const preview = await load(() =>
    pageContext.api
      .call(previewMakeGoods, { query: { campaignId: id, until } })
      .catch((error: unknown) => {
        if (error instanceof ApiRefusal && error.status === 422) return error;
        throw error;
      }),
  );
  if (preview instanceof ApiRefusal)
    return {
      ...page,
      isOpen: true,
      refused: preview.problem.errors?.[0]?.message ?? preview.message,
    };
  const { plays, stores, left } = preview.data;
  const day = showDate(until);
  if (plays + left === 0)
    return { ...page, isOpen: days.until !== undefined, notes: [texts.nothingOwed] };
  if (plays === 0)
    return { ...page, isOpen: true, notes: [texts.noRoom(counted(left, "missed play"), day)] };
  return {
    ...page,
    isOpen: true,
    notes: [
      texts.would(counted(plays, "make-good"), counted(stores, "store"), day),
      ...(left > 0 ? [texts.left(counted(left, "missed play"))] : []),
    ],
    book: texts.book(counted(plays, "make-good")),
  };
}

/** Books as many make-goods after the flight as there is room for. */
export async function bookMakeGoods(args: ActionFunctionArgs, at: CampaignContext) {
  const { pageContext, id, path } = at;
  await findOwnCampaign(at);
  const form = await readForm(args.request, z.strictObject({ until: field.isoDate }));
  if (!form.value) return form.refused();
  const { until } = form.value;
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(makeUpPlays, { body: { campaignId: id, until } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(campaignMakeGoodsPath(path));
}
