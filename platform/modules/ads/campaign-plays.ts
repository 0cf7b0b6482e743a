import { type CampaignState, campaignMoves, campaignStateWords } from "#contract/ads/words";
import type { Tx } from "../../db/client.ts";
import type { ScopedCall } from "../../http/context.ts";
import { invalid } from "../../http/refusal.ts";
import type { ActorsCall } from "../audit/index.ts";
import { countTaken, findPlaysByWeekday, takeTimes, trimTimes } from "./booking.queries.ts";
import { findCampaignSpots, type LockedCampaign, saveCampaign } from "./campaigns.queries.ts";
import { type GivenBack, giveBack, type Taken, takePlays } from "./ledger.queries.ts";
import { meanSeconds, priceOf } from "./price.ts";
import { settingsFor } from "./store-settings.ts";

export type ChangingCall = Pick<ScopedCall, "scope" | "now"> & ActorsCall;
export const asOf = (state: CampaignState) => (state === "HELD" ? ("held" as const) : ("booked" as const));
export const inLedger = ({ id, kind, playTakes }: Pick<LockedCampaign, "id" | "kind" | "playTakes">) => ({ id, kind, playTakes });

/** The one way in which a campaign's state changes; the database refuses what contract/ads/words.ts does not allow. */
export async function moveState(
  { scope, now }: Pick<ChangingCall, "scope" | "now">,
  tx: Tx,
  campaign: LockedCampaign,
  to: CampaignState,
  { holdUntil = null }: { holdUntil?: Date | null } = {},
): Promise<LockedCampaign> {
  if (campaign.state !== to && !campaignMoves[campaign.state].includes(to))
    throw invalid({
      id: `A campaign that is ${campaignStateWords[campaign.state].toLowerCase()} cannot become ${campaignStateWords[to].toLowerCase()}.`,
    });
  const moved = { state: to, holdUntil, version: campaign.version + 1 };
  await saveCampaign(scope, tx, campaign.id, moved, now);
  return { ...campaign, ...moved };
}

/** Gives plays back, with the exact times that they had. */
export async function release({ scope }: Pick<ChangingCall, "scope">, tx: Tx, campaign: LockedCampaign, given: GivenBack): Promise<number> {
  const returned = await giveBack(scope, tx, inLedger(campaign), given);
  if (campaign.exactTimes) await trimTimes(scope, tx, campaign.id);
  await countTaken(scope, tx, campaign.id);
  return returned;
}

type Asked = { storeIds: readonly number[]; days: readonly string[]; all: boolean };
/** Takes the plays that a campaign asks for on some dates in some stores. Throws NoRoom with `all` where anything is missing. */
export async function take(
  { scope, now }: Pick<ChangingCall, "scope" | "now">,
  tx: Tx,
  campaign: LockedCampaign,
  { storeIds, days, all }: Asked,
): Promise<Taken> {
  const { plays, exactTimes } = campaign;
  if (exactTimes) {
    const { asked, got } = await takeTimes(scope, tx, campaign, { storeIds, days, minutes: exactTimes });
    if (all && got < asked) throw new NoRoom(campaign, storeIds, days, { taken: 0, notOnSale: 0, full: [] });
  }
  const demand = { storeIds, days: days.map((day) => ({ day, plays })), ofTimes: exactTimes !== null };
  const taken = await takePlays(scope, tx, inLedger(campaign), demand, { as: asOf(campaign.state), all, now });
  if (all && (taken.notOnSale > 0 || taken.full.length > 0)) throw new NoRoom(campaign, storeIds, days, taken);
  if (exactTimes) await trimTimes(scope, tx, campaign.id);
  await countTaken(scope, tx, campaign.id);
  return taken;
}

/** Rolls a booking back; what is said of it is looked up afterwards, when its locks are gone. */
export class NoRoom extends Error {
  constructor(
    readonly campaign: LockedCampaign,
    readonly storeIds: readonly number[],
    readonly days: readonly string[],
    readonly taken: Taken,
    /** None of the stores sells anything in any of the hours. */
    readonly asksNothing = false,
  ) {
    super("there is no room");
  }
}

/** Fixes what the plays in a campaign's lines cost by its rates; null without them. */
export async function savePrice(
  { scope, now }: Pick<ChangingCall, "scope" | "now">,
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "kind" | "rate" | "primeRate">,
): Promise<number | null> {
  const { id, rate, primeRate } = campaign;
  if (rate === null && primeRate === null) return null;
  const plays = await findPlaysByWeekday(scope, tx, id);
  const settings = await settingsFor(scope, tx, [...new Set(plays.map(({ storeId }) => storeId))]);
  const spots = await findCampaignSpots(scope, tx, id);
  const rates = { usual: rate, prime: primeRate };
  const { price } = priceOf({ kind: campaign.kind, seconds: meanSeconds(spots), rates }, plays, settings);
  await saveCampaign(scope, tx, id, { price }, now);
  return price;
}
