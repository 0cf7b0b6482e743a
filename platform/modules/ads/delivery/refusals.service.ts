import type { CampaignDetail } from "#contract/ads/campaigns";
import { refusalWords } from "#contract/ads/words";
import { figuresOf } from "#contract/base/country-figures";
import { showClock, showDate } from "#contract/base/dates";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { Database } from "../../../db/database.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { notifyCampaign } from "../campaigns/campaign-notices.service.ts";
import { findSeller } from "../settings/settings.queries.ts";
import {
  findCompaniesToTell,
  findRefusals,
  markRefusalsNotified,
  type RefusalNotice,
} from "./refusals.queries.ts";

/** Stores and days that are named at most; nobody reads more. */
const mostNamed = 100;

/** Plays to come that published days of the stores in scope leave out, or have at another time. */
export async function refusalsOf(
  scope: Scope,
  db: Db,
  campaignId: number,
  now: Date,
): Promise<Pick<CampaignDetail, "refused" | "refusedPlays" | "movedPlays">> {
  const { rows, refused, moved } = await findRefusals(scope, db, campaignId, {
    now,
    limit: mostNamed,
  });
  return {
    refused: rows.map(({ plays, ...row }) => ({
      ...row,
      hours: plays.flatMap((count, hour) => (count > 0 ? [{ hour, plays: count }] : [])),
    })),
    refusedPlays: refused,
    movedPlays: moved,
  };
}

/**
 * Notifies those who can act on campaigns of plays that published days leave out, once of each,
 * if they are still to come.
 */
export async function notifyRefusals({
  database,
  now,
}: {
  database: Database;
  now: Date;
}): Promise<void> {
  const failures = new Failures();
  for (const companyId of await findCompaniesToTell(database.db))
    await failures.attempt(`company ${companyId}`, () =>
      database.transaction((tx) => notifyRefusalsOf(wholeCompany(companyId), tx, now)),
    );
  failures.throwAny("not all refused plays were notified");
}

async function notifyRefusalsOf(scope: Scope, tx: Tx, now: Date): Promise<void> {
  const { counted } = figuresOf((await findSeller(scope, tx))?.country);
  for (const { campaignId: id, createdBy, ...untold } of await markRefusalsNotified(scope, tx, now))
    await notifyCampaign(
      scope,
      tx,
      { id, createdBy },
      { kind: "WARN", ...refusalText(untold, counted) },
    );
}

function refusalText(
  {
    name,
    plays,
    stores,
    day,
    hour,
    storeName,
    because,
  }: Omit<RefusalNotice, "campaignId" | "createdBy">,
  counted: (count: number, noun: string) => string,
) {
  const first = `${storeName} on ${showDate(day)} from ${showClock(hour * 3600)}: ${refusalWords[because].toLowerCase()}.`;
  const others =
    stores > 1
      ? ` ${counted(stores - 1, "other store")} ${stores > 2 ? "miss" : "misses"} plays too.`
      : "";
  return {
    title: `${counted(plays, "play")} of campaign “${name}” will not run`,
    detail: `${first}${others} Once a day is over, its missed plays are booked again where there is room.`,
  };
}
