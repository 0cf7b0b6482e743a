import { showDate } from "#contract/base/dates";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/types.ts";
import { findNationalAdmins, type Notice, notify } from "../../notifications/index.ts";
import {
  type EndingSpot,
  findCompaniesWithCampaigns,
  findUserNamed,
  markSpotsNotified,
} from "./campaign-notices.queries.ts";

/** Notifies those who can act on a campaign: the company's national admins and its creator. */
export async function notifyCampaign(
  scope: Scope,
  tx: Tx,
  { id, createdBy }: { id: number; createdBy: string },
  notice: Omit<Notice, "item">,
): Promise<void> {
  const { companyId } = scope;
  const people = [
    ...(await findNationalAdmins(tx, companyId)),
    ...(await findUserNamed(scope, tx, createdBy)),
  ];
  const each = [...new Map(people.map((person) => [person.userId, person])).values()];
  await notify(tx, each, { ...notice, item: { kind: "campaign", id, companyId } });
}

/**
 * Notifies those who can act on campaigns to come of spots that are withdrawn or end too early,
 * once for each; of some spots, or of all of the company.
 */
export async function notifyAboutSpots(
  scope: Scope,
  tx: Tx,
  now: Date,
  spotIds?: readonly number[],
): Promise<void> {
  for (const out of await markSpotsNotified(scope, tx, now, spotIds))
    await notifyCampaign(
      scope,
      tx,
      { id: out.campaignId, createdBy: out.createdBy },
      { kind: "WARN", ...noticeText(out) },
    );
}

/**
 * For the job: notifies people of spots that end too early since a booking or a change of a
 * campaign's spots or dates.
 */
export async function notifySpotDates({
  database,
  now,
}: {
  database: Database;
  now: Date;
}): Promise<void> {
  const failures = new Failures();
  for (const companyId of await findCompaniesWithCampaigns(database.db))
    await failures.attempt(`company ${companyId}`, () =>
      database.transaction((tx) => notifyAboutSpots(wholeCompany(companyId), tx, now)),
    );
  failures.throwAny("not all spots that end too early were notified");
}

function noticeText({
  name,
  state,
  endsOn,
  spotName,
  validTo,
  isWithdrawn,
  otherSpots,
}: EndingSpot): Pick<Notice, "title" | "detail"> {
  if (isWithdrawn) {
    const title = `Spot “${spotName}” of campaign “${name}” was withdrawn`;
    if (state === "DRAFT")
      return { title, detail: "Choose another spot before you book this campaign." };
    if (otherSpots > 0) return { title, detail: "The campaign’s other spots play in its place." };
    return {
      title,
      detail:
        "The campaign has no other spot, so stores stop playing it. Add a spot to it, or bring this one back.",
    };
  }
  const dates = `The spot plays until ${validTo && showDate(validTo)}, the campaign until ${showDate(endsOn)}.`;
  const then =
    otherSpots > 0
      ? "Its other spots play on."
      : "Add a spot to the campaign, or let this one play longer.";
  return { title: `Spot “${spotName}” ends before campaign “${name}”`, detail: `${dates} ${then}` };
}
