import type { ProofOfPlay } from "#contract/ads/proof";
import { proofLimits } from "#contract/ads/words";
import { sum } from "#contract/base/sum";
import type { FileOptions } from "#contract/base/table-files";
import type { Scope } from "../../../access/scope.ts";
import { hashSecret } from "../../../access/secret.ts";
import { slotHolderOf } from "../../../access/slot-holder.ts";
import { notFound } from "../../../base/refusal.ts";
import type { SlotHolder } from "../../../base/work-slots.ts";
import { serveFile } from "../../../files/serve-file.ts";
import type { Call, ScopedCall } from "../../../http/context.ts";
import { answerTable, downloadHeaders, nameFile } from "../../../http/table-file.ts";
import type { Services } from "../../../services.ts";
import { countLinkFile, countLinkRequest } from "../../session/index.ts";
import {
  findDeliveredSpots,
  findDeliveryDays,
  findDeliveryPage,
} from "../delivery/delivery.queries.ts";
import {
  deliveryOfCampaigns,
  nothing,
  requireSeen,
  toFigures,
} from "../delivery/delivery.service.ts";
import { findImpressions } from "../footfall/impressions.queries.ts";
import { readLogo } from "./logo.ts";
import {
  findPlaysByHour,
  findProofHead,
  findReach,
  findSpotSeconds,
  proofRows,
} from "./proof.queries.ts";
import { findOpenLink } from "./proof-links.queries.ts";
import { drawProof } from "./proof-pdf.ts";

/** A call for the proof of a campaign that the caller sees, or that a link leads to. */
type ProofCall = Pick<Call, "database" | "db" | "now" | "signal"> & {
  scope: Scope;
  campaignId: number;
  reader: SlotHolder;
};
type Files = Pick<Services, "files">;

/** Throws 404 for a campaign that the caller does not see. */
export async function openCampaign(call: ScopedCall, campaignId: number): Promise<ProofCall> {
  await requireSeen(call, campaignId);
  const { scope, database, db, now, signal } = call;
  return { scope, database, db, now, signal, campaignId, reader: slotHolderOf(call) };
}

/**
 * Opens a link. Throws 404 if it is wrong or no longer valid; 429 beyond a number of requests.
 */
export async function openLink(
  call: Call,
  token: string,
  what: "page" | "file",
): Promise<ProofCall & { expiresAt: string }> {
  const { database, db, now, signal } = call;
  await countLinkRequest(call, "proof of play");
  const link = await findOpenLink(db, hashSecret(token), now);
  if (!link) throw notFound();
  const { id, scope, campaignId, expiresAt } = link;
  const person = `proof of play link ${id}`;
  if (what === "file") await countLinkFile(call, person);
  const reader = { person, companyId: scope.companyId };
  const ofLink = { scope, campaignId, reader, expiresAt: expiresAt.toISOString() };
  return { database, db, now, signal, ...ofLink };
}

/** Gives the delivery as on the campaign's own page, and the hours and stores of its plays. */
export async function makeProof(call: ProofCall): Promise<ProofOfPlay> {
  const { scope, db, now, campaignId } = call;
  const { logoKey, logoType: _, ...head } = await requireHead(call);
  const figures = (await deliveryOfCampaigns(scope, db, [campaignId], now)).get(campaignId);
  const delivery = figures ?? toFigures(nothing);
  const hours = await findPlaysByHour(scope, db, campaignId, now);
  const seconds = await findSpotSeconds(scope, db, campaignId);
  const { rows, total } = await findDeliveryPage(
    scope,
    db,
    { campaignId, sort: "store", limit: proofLimits.stores },
    now,
  );
  return {
    ...head,
    hasLogo: logoKey !== null,
    delivery,
    reach: await findReach(scope, db, campaignId, now),
    impressions: await findImpressions(scope, db, campaignId, now),
    days: await findDeliveryDays(scope, db, campaignId, now),
    hours,
    withoutHour: delivery.verified - sum(hours),
    spots: (await findDeliveredSpots(scope, db, campaignId, now)).map(
      ({ spotId, name, verified }) => ({ name, verified, seconds: seconds.get(spotId) ?? 0 }),
    ),
    stores: rows.map(({ storeName, storeCode, ...counts }) => ({
      storeName,
      storeCode,
      ...toFigures(counts),
    })),
    storesInAll: total,
    madeAt: now.toISOString(),
  };
}

/** The plays by date and store, as a file that streams. */
export async function answerProofTable(call: ProofCall, options: FileOptions): Promise<Response> {
  const { scope, db, campaignId, now } = call;
  const { campaign } = await requireHead(call);
  const rows = proofRows(scope, db, campaignId, now);
  return answerTable(call, options, { ...rows, fileName: "ProofOfPlay", subject: campaign });
}

export async function answerProofPdf(call: ProofCall, { files }: Files): Promise<Response> {
  const { logoKey, campaign } = await requireHead(call);
  const bytes = await drawProof(await makeProof(call), await readLogo(files, logoKey));
  const name = await nameFile(call, { fileName: "ProofOfPlay", subject: campaign });
  const headers = downloadHeaders("application/pdf", `${name}.pdf`);
  return new Response(new Uint8Array(bytes), { headers });
}

/** Throws 404 where the company has no icon. */
export async function serveLogo(call: ProofCall, { files }: Files): Promise<Response> {
  const { logoKey, logoType } = await requireHead(call);
  if (logoKey === null || logoType === null) throw notFound();
  return serveFile(files, { key: logoKey, mediaType: logoType, keep: 0 }, {});
}

async function requireHead({ scope, db, campaignId }: ProofCall) {
  const head = await findProofHead(scope, db, campaignId);
  if (!head) throw notFound();
  return head;
}
