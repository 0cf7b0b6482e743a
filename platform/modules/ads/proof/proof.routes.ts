import * as contract from "#contract/ads/proof";
import type { Bind } from "../../../http/bind.ts";
import type { Services } from "../../../services.ts";
import { emailLinks, listContacts } from "./email-proof.service.ts";
import {
  answerProofPdf,
  answerProofTable,
  makeProof,
  openCampaign,
  openLink,
  serveLogo,
} from "./proof.service.ts";
import { addLink, listProofLinks, withdrawLink } from "./proof-links.service.ts";

/** Proofs of play: of campaigns that the caller sees, and behind links that need no sign-in. */
export function proofRoutes(bind: Bind, services: Pick<Services, "files" | "emails">) {
  bind.json(contract.proofOfPlay, async (call, { query }) => ({
    data: await makeProof(await openCampaign(call, query.campaignId)),
  }));
  bind.file(contract.exportProof, async (call, { query }) =>
    answerProofTable(await openCampaign(call, query.campaignId), query),
  );
  bind.file(contract.proofPdf, async (call, { query }) =>
    answerProofPdf(await openCampaign(call, query.campaignId), services),
  );
  bind.json(contract.listProofLinks, async (call, { query }) => ({
    data: await listProofLinks(call, query.campaignId),
  }));
  bind.json(contract.addProofLink, async (call, { body }) => ({
    message: "Link created",
    data: await addLink(call, body),
  }));
  bind.json(contract.listProofContacts, async (call, { query }) => ({
    data: await listContacts(call, query.campaignId),
  }));
  bind.json(contract.emailProofLink, async (call, { body }) => {
    const { links, words } = await emailLinks({ ...call, emails: services.emails }, body);
    return { message: words, data: links };
  });
  bind.json(contract.withdrawProofLink, async (call, { query }) => {
    await withdrawLink(call, query.id);
    return { message: "Link withdrawn. It no longer works", data: null };
  });

  bind.json(contract.linkedProof, async (call, { params }) => {
    const link = await openLink(call, params.token, "page");
    return { data: { ...(await makeProof(link)), expiresAt: link.expiresAt } };
  });
  bind.file(contract.exportLinkedProof, async (call, { params, query }) =>
    answerProofTable(await openLink(call, params.token, "file"), query),
  );
  bind.file(contract.linkedProofPdf, async (call, { params }) =>
    answerProofPdf(await openLink(call, params.token, "file"), services),
  );
  bind.file(contract.linkedProofLogo, async (call, { params }) =>
    serveLogo(await openLink(call, params.token, "page"), services),
  );
}
