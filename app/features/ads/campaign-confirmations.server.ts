import { setCampaignState } from "#contract/ads/booking";
import { type CampaignDetail, removeCampaign } from "#contract/ads/campaigns";
import { actsIn, type CampaignAct } from "#contract/ads/words";
import { dateIn } from "#contract/base/dates";
import { publishSettings } from "#contract/schedule/publishing";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { campaignActTexts as texts } from "./booking-words";
import { type CampaignContext, findOwnCampaign } from "./own-campaign.server";
import { adsPath, campaignBookPath } from "./paths";

export type CampaignToAct = Pick<
  CampaignDetail,
  "id" | "name" | "state" | "version" | "stores" | "takenPlays"
> & {
  path: string;
  /** Plays from today on, in the company's time zone. */
  comingPlays: number;
};

/** Adds what the questions about a campaign need: its address and the plays still to come. */
export async function loadCampaignToAct(
  campaign: CampaignDetail,
  path: string,
  { api }: PageContext,
): Promise<CampaignToAct> {
  const { data: settings } = await load(() => api.call(publishSettings, {}));
  const today = dateIn(settings.timeZone, new Date());
  const comingPlays = campaign.days.reduce(
    (sum, { day, plays }) => (day >= today ? sum + plays : sum),
    0,
  );
  return { ...campaign, path, comingPlays };
}

const can = ({ state }: CampaignToAct, act: CampaignAct) => actsIn[state].includes(act);
const setState = (
  { pageContext: { api } }: CampaignContext,
  { id, version }: CampaignToAct,
  act: CampaignAct,
) => api.call(setCampaignState, { body: { id, version, act } });
const counts = (
  { pageContext: { figures } }: CampaignContext,
  { stores, comingPlays, takenPlays }: CampaignToAct,
) => ({
  coming: figures.counted(comingPlays, "play"),
  plays: figures.counted(takenPlays, "play"),
  stores: figures.counted(stores, "store"),
});

/** Holds the changes to a campaign that ask for confirmation first. */
export const campaignConfirmations = confirmations({
  find: async (at: CampaignContext) =>
    loadCampaignToAct(await findOwnCampaign(at), at.path, at.pageContext),
  path: ({ path }) => path,
  acts: {
    pause: {
      label: "Pause",
      isDone: (campaign) => !can(campaign, "pause"),
      ask: (campaign, at) => ({
        title: `Pause ${campaign.name}?`,
        message: texts.pause(counts(at, campaign).coming),
        confirmLabel: "Pause campaign",
        danger: false,
      }),
      call: (at, campaign) => setState(at, campaign, "pause"),
    },
    resume: {
      label: "Resume",
      isDone: (campaign) => !can(campaign, "resume"),
      ask: ({ name }) => ({
        title: `Resume ${name}?`,
        message: texts.resume,
        confirmLabel: "Resume campaign",
        danger: false,
      }),
      call: (at, campaign) => setState(at, campaign, "resume"),
    },
    cancel: {
      label: "Cancel campaign",
      isDone: (campaign) => !can(campaign, "cancel"),
      ask: (campaign, at) => {
        const { coming, stores } = counts(at, campaign);
        const message =
          campaign.comingPlays > 0 ? texts.cancel(coming, stores) : texts.cancelNothing;
        return {
          title: `Cancel ${campaign.name}?`,
          message,
          confirmLabel: "Cancel campaign",
          keepLabel: "Keep campaign",
        };
      },
      call: (at, campaign) => setState(at, campaign, "cancel"),
    },
    release: {
      label: "Release",
      isDone: ({ state }) => state !== "HELD",
      from: ({ path }) => campaignBookPath(path),
      to: ({ path }) => path,
      ask: (campaign, at) => {
        const { plays, stores } = counts(at, campaign);
        return {
          title: `Release ${campaign.name}?`,
          message: texts.release(plays, stores),
          confirmLabel: "Release plays",
        };
      },
      call: (at, campaign) => setState(at, campaign, "cancel"),
    },
    remove: {
      label: "Delete draft",
      isDone: ({ state }) => state !== "DRAFT",
      ask: ({ name }) => ({
        title: `Delete ${name}?`,
        message: texts.remove,
        confirmLabel: "Delete draft",
      }),
      to: () => adsPath,
      call: ({ pageContext: { api } }, { id }) => api.call(removeCampaign, { query: { id } }),
    },
  },
});
