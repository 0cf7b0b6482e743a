import type { z } from "zod";
import type { emailProofLink, ProofContact, ProofLink } from "#contract/ads/proof";
import { dateIn, showDate } from "#contract/base/dates";
import { emailCounts } from "#contract/emails/words";
import { wholeCompany } from "../../../access/scope.ts";
import { drawSecret, hashSecret } from "../../../access/secret.ts";
import { invalid } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { writeEmail } from "../../../mail/email-text.ts";
import type { Services } from "../../../services.ts";
import { audit } from "../../audit/index.ts";
import { deliverEmails, type EmailWriter, queueEmail, saveTry } from "../../emails/index.ts";
import { countTries } from "../../session/index.ts";
import { findCampaignContacts, holdCampaignContacts } from "../brands/brands.queries.ts";
import { findOwnCampaign, itemOf, lockOwnCampaign } from "../campaigns/own-campaign.service.ts";
import { findLinkToSend, insertProofLink, updateToken } from "./proof-links.queries.ts";
import { listProofLinks, refuseTooMany } from "./proof-links.service.ts";

const day = 86_400_000;
/** The most times that people may email one campaign's proof in 15 minutes. */
const mostEmailings = 10;

/** Lists the contacts of a campaign's brands. Throws 404 and 403 as listing its links does. */
export async function listContacts(
  { scope, db }: ScopedCall,
  campaignId: number,
): Promise<ProofContact[]> {
  await findOwnCampaign(scope, db, campaignId);
  return findCampaignContacts(scope, db, campaignId);
}

/**
 * Creates a link for each contact and emails it. Gives the links, and the outcome of the emails in
 * words. Throws 404 and 403 as listing links does, 422 on `to` for an address that belongs to no
 * contact of the campaign's brands, 422 for too many open links, 429 for too many emailings.
 */
export async function emailLinks(
  call: ScopedCall & Pick<Services, "emails">,
  { campaignId, days, to }: z.output<typeof emailProofLink.body>,
): Promise<{ links: ProofLink[]; words: string | undefined }> {
  const { scope, now, caller } = call;
  const expiresAt = new Date(now.getTime() + days * day);
  // before it counts, so that nobody uses up the tries of those who may
  await findOwnCampaign(scope, call.db, campaignId);
  const key = `proof of play emails ${scope.companyId}/${campaignId}`;
  await countTries(call.db, [{ key, most: mostEmailings }], now);
  const newLinks = await call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(scope, tx, campaignId);
    await holdCampaignContacts(scope, tx, campaignId);
    const contacts = await findCampaignContacts(scope, tx, campaignId);
    const recipients = [...new Set(to.map((address) => requireContact(contacts, address)))];
    await refuseTooMany(scope, tx, { campaignId, more: recipients.length, now });
    const keysByLink = [];
    for (const { email, name } of recipients) {
      const id = await insertProofLink(scope, tx, {
        campaignId,
        // a placeholder, because each try to send draws its own token
        tokenHash: hashSecret(drawSecret()),
        sentTo: email,
        createdAt: now,
        createdBy: caller.username,
        expiresAt,
      });
      const link = { companyId: scope.companyId, itemKind: "proof-link", itemId: id } as const;
      const details = { name };
      const kind = "proof of play";
      const newEmail = { ...link, kind, recipient: email, details, sender: caller } as const;
      keysByLink.push({ id, key: await queueEmail(tx, newEmail, now) });
    }
    const after = {
      to: recipients.map(({ email }) => email),
      expiresAt: expiresAt.toISOString(),
    };
    await audit(tx, call, [
      { ...itemOf(scope, campaign), action: "proof of play email queued", after },
    ]);
    return keysByLink;
  });
  const counts = await deliverEmails(
    call,
    newLinks.map(({ key }) => key),
  );
  const ids = newLinks.map(({ id }) => id);
  const links = (await listProofLinks(call, campaignId)).filter(({ id }) => ids.includes(id));
  return { links, words: emailCounts("Proof of play", counts) };
}

function requireContact(contacts: readonly ProofContact[], address: string): ProofContact {
  const contact = contacts.find(({ email }) => email.toLowerCase() === address.toLowerCase());
  if (contact) return contact;
  throw invalid({ to: `${address} is not a contact of this campaign’s brands.` });
}

/** Writes the emails with links to proofs of play, anew for each try. */
export const proofEmailWriters = (publicUrl: string) => ({
  "proof of play": (async ({ database, now }, email) => {
    const { senderCompanyId, senderId, failedAttempt, attempt } = email;
    if (senderCompanyId === null || senderId === null) return undefined;
    const scope = wholeCompany(email.companyId);
    const sender = { companyId: senderCompanyId, id: senderId };
    const token = drawSecret();
    const link = await database.transaction(async (tx) => {
      const row = await findLinkToSend(scope, tx, { id: email.itemId, sender, now });
      if (!row || !(await saveTry(tx, email, { tokenId: null }))) return undefined;
      const { tokenHash, campaignId, createdAt, createdBy, expiresAt, sentTo } = row;
      // the last try may have arrived: its link stays open beside the one that is sent now
      if (failedAttempt < attempt - 1)
        await insertProofLink(scope, tx, {
          campaignId,
          tokenHash,
          createdAt,
          createdBy,
          expiresAt,
          sentTo,
        });
      await updateToken(scope, tx, email.itemId, hashSecret(token));
      return row;
    });
    if (!link) return undefined;
    const until = showDate(dateIn(link.timeZone, link.expiresAt));
    return writeEmail({
      name: email.details.name ?? "",
      company: link.company,
      subject: `Proof of play: ${link.campaign}`,
      title: `Proof of play of ${link.campaign}`,
      before: [
        `${link.sender} of ${link.company} sends you the proof of play of ${link.campaign}: what was booked, heard and made good.`,
      ],
      facts: [
        ["Sent by", link.sender],
        ["Link works until", until],
      ],
      link: { label: "See the proof of play", url: `${publicUrl}/proof/${token}` },
      after: [
        "You need no account. Anyone with the link sees the page, so forward it only to people who should see it.",
      ],
    });
  }) satisfies EmailWriter,
});
