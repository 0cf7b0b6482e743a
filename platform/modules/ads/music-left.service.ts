import type { MusicEffect } from "#contract/ads/campaigns";
import { showDate } from "#contract/base/dates";
import type { Db, Tx } from "../../db/client.ts";
import type { ScopedCall } from "../../http/context.ts";
import { invalid } from "../../http/refusal.ts";
import { compareWithPlays } from "../schedule/index.ts";
import type { CampaignStore } from "./booking-facts.queries.ts";
import type { LockedCampaign } from "./campaigns.queries.ts";
import { findThinnestHour, type ThinnestHour } from "./music-left.queries.ts";
import type { StoreSettings } from "./store-settings.ts";

type Limit = Pick<StoreSettings, "leastMusicMinutes" | "refusesLessMusic">;
type Booked = Pick<LockedCampaign, "id" | "plays" | "exactTimes">;
type Taking = { stores: readonly CampaignStore[]; days: readonly string[]; seconds: number; limit: Limit };

const leastSeconds = ({ openPart }: ThinnestHour, { leastMusicMinutes }: Limit) => Math.round(leastMusicMinutes * 60 * openPart);

const findWorst = ({ scope, now }: ScopedCall, db: Db, campaign: Booked, { stores, days, seconds, limit }: Taking) =>
  findThinnestHour(scope, db, campaign, {
    storeIds: stores.map(({ id }) => id),
    days,
    seconds,
    leastMinutes: limit.leastMusicMinutes,
    now,
  });

/** What a campaign that is not booked would do to the music of its stores: the worst hour, and the day that this hour is of. Null where nothing is on sale. */
export async function measureMusic(call: ScopedCall, campaign: Booked, taking: Taking): Promise<MusicEffect | null> {
  const { scope, db } = call;
  const { stores, limit } = taking;
  const worst = await findWorst(call, db, campaign, taking);
  const store = stores.find(({ id }) => id === worst?.storeId);
  if (!worst || !store) return null;
  const { day, hour, secondsBefore, secondsAfter, hoursBelow } = worst;
  const ofDay = await compareWithPlays(
    scope,
    db,
    { groupId: store.groupId, storeId: store.id, day },
    { ...campaign, storeIds: stores.map(({ id }) => id) },
  );
  return {
    ...{ storeId: store.id, storeName: store.name, day, hour, secondsBefore, secondsAfter, hoursBelow },
    ...{ leastSeconds: leastSeconds(worst, limit), isRefused: limit.refusesLessMusic && hoursBelow > 0 },
    ...ofDay,
  };
}

/**
 * Throws 422 where a booking would leave less music in an hour than the company's least: on the plays where the company refuses that, else on
 * `acceptsLessMusic` unless the person accepted it. Before its plays are taken.
 */
export async function refuseLessMusic(
  call: ScopedCall,
  tx: Tx,
  campaign: Booked,
  taking: Taking,
  acceptsLessMusic: boolean,
): Promise<void> {
  const { stores, limit } = taking;
  if (acceptsLessMusic && !limit.refusesLessMusic) return;
  const worst = await findWorst(call, tx, campaign, taking);
  if (!worst || worst.hoursBelow === 0) return;
  const name = stores.find(({ id }) => id === worst.storeId)?.name;
  const minutes = (of: number) => Math.floor(of / 60);
  const finding = `${name} would have ${minutes(worst.secondsAfter)} minutes of music on ${showDate(worst.day)} from ${String(worst.hour).padStart(2, "0")}:00, less than the ${minutes(leastSeconds(worst, limit))} that your company keeps.`;
  if (!limit.refusesLessMusic) throw invalid({ acceptsLessMusic: `${finding} Tick “Book with less music”, then book again.` });
  throw invalid({ [campaign.exactTimes ? "exactTimes" : "plays"]: `${finding} Book fewer plays an hour.` });
}
