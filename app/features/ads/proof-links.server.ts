import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import {
  addProofLink,
  EmailedProof,
  emailProofLink,
  listProofContacts,
  listProofLinks,
  NewProofLink,
  type ProofLink,
  withdrawProofLink,
} from "#contract/ads/proof";
import { type ProofLinkState, proofLimits, proofLinkStateWords } from "#contract/ads/words";
import { dateIn, showDate, showInstant } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { isEmailFailed } from "#contract/emails/words";
import { publishSettings } from "#contract/schedule/publishing";
import { withNames } from "~/lib/audit/people.server";
import { confirmations } from "~/lib/forms/confirmation.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load } from "~/lib/session/guard.server";
import { shownEmail } from "~/lib/words/email-words.server";
import type { Tone } from "~/ui/frame/pill";
import { type CampaignContext, findOwnCampaign } from "./own-campaign.server";
import { campaignProofPath, linkedProofPath } from "./paths";
import { proofLinkTexts as texts } from "./proof-words";

const NewLink = NewProofLink.pick({ days: true });
const tones: Record<ProofLinkState, Tone> = { active: "ok", expired: "idle", withdrawn: "idle" };

/** Loads a campaign's links, and the forms that make new ones. */
export async function loadProofLinks(at: CampaignContext, timeZone: string) {
  const { api } = at.pageContext;
  const query = { campaignId: at.id };
  const [{ data: stored }, { data: contacts }] = await load(() =>
    Promise.all([api.call(listProofLinks, { query }), api.call(listProofContacts, { query })]),
  );
  const links = await withNames(at.pageContext, stored, "createdBy");
  return {
    constraints: constraintsOf(NewLink),
    values: { days: String(proofLimits.days.usual) },
    contacts: contacts.map(({ brand, name, role, email }) => ({
      value: email,
      label: `${name}, ${email}`,
      hint: [role, brand].filter(Boolean).join(", "),
    })),
    rows: links.map((link) => ({
      key: String(link.id),
      created: createdWords(link, timeZone),
      email: shownEmail(link.email, (instant) => showInstant(new Date(instant), timeZone), null),
      state: { words: proofLinkStateWords[link.state], tone: tones[link.state] },
      expires: showDate(dateIn(timeZone, new Date(link.expiresAt))),
      withdraw:
        link.state === "active"
          ? proofLinkConfirmations.linkTo("withdraw", itemOf(at, link, timeZone), at)
          : null,
    })),
  };
}

const createdWords = ({ createdAt, createdBy, sentTo }: ProofLink, timeZone: string) => {
  const maker = texts.by(showInstant(new Date(createdAt), timeZone), createdBy);
  return sentTo === null ? maker : texts.sentTo(maker, sentTo);
};

const Posted = EmailedProof.omit({ campaignId: true }).partial({ to: true });

/** Creates a link that is shown once, or emails one to each of the selected contacts. */
export async function submitProofLink(args: ActionFunctionArgs, at: CampaignContext) {
  const { api } = at.pageContext;
  await findOwnCampaign(at);
  const form = await readForm(args.request, Posted);
  const { value } = form;
  if (!value) return form.refused();
  const { days, to } = value;
  const link = { campaignId: at.id, days };
  if (form.posted.get("_do") !== "email") {
    const { reply, refused } = await form.submit(() => api.call(addProofLink, { body: link }));
    return refused ?? showCreated(args, at, reply.data);
  }
  if (!to) return form.refusedFor({ to: [texts.chooseContact] });
  const { reply, refused } = await form.submit(() =>
    api.call(emailProofLink, { body: { ...link, to } }),
  );
  if (refused) return refused;
  const isAnyFailed = reply.data.some(({ email }) => email && isEmailFailed(email));
  args.context.session.flash(isAnyFailed ? "error" : "success", reply.message);
  return redirect(campaignProofPath(at.path));
}

/** Shows a new link in the answer itself, so that it passes through no cookie and no address. */
const showCreated = async (
  { context }: ActionFunctionArgs,
  at: CampaignContext,
  { token, expiresAt }: { token: string; expiresAt: string },
) =>
  data({
    created: {
      url: context.publicUrl + linkedProofPath(token),
      expires: texts.expires(showDate(dateIn(await zoneOf(at), new Date(expiresAt)))),
    },
  });

type Item = { id: number; created: string; path: string };
const itemOf = (at: CampaignContext, link: ProofLink, timeZone: string): Item => ({
  id: link.id,
  created: createdWords(link, timeZone),
  path: `${campaignProofPath(at.path)}/${at.pageContext.ids.encrypt("proof-link", link.id)}`,
});

const zoneOf = async ({ pageContext }: CampaignContext) =>
  (await load(() => pageContext.api.call(publishSettings, {}))).data.timeZone;

export const proofLinkConfirmations = confirmations({
  find: async (at: CampaignContext, { params }): Promise<Item> => {
    const id = at.pageContext.ids.decrypt("proof-link", params.link);
    await findOwnCampaign(at);
    const { data: links } = await load(() =>
      at.pageContext.api.call(listProofLinks, { query: { campaignId: at.id } }),
    );
    const link = links.find((one) => one.id === id && one.state === "active");
    if (!link) throw Response.json({ message: messages.notFound }, { status: 404 });
    return itemOf(at, link, await zoneOf(at));
  },
  path: ({ path }) => path,
  acts: {
    withdraw: {
      label: "Withdraw",
      ask: ({ created }) => ({
        title: texts.withdraw(created),
        message: texts.withdrawMessage,
        confirmLabel: "Withdraw link",
      }),
      from: ({ path }) => path.slice(0, path.lastIndexOf("/")),
      call: (at, { id }) => at.pageContext.api.call(withdrawProofLink, { query: { id } }),
    },
  },
});
