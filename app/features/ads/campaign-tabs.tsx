import { Tabs } from "~/ui/frame/tabs";
import {
  campaignAsRunPath,
  campaignDeliveryPath,
  campaignMakeGoodsPath,
  campaignProofPath,
} from "./paths";

const pages = [
  { label: "Campaign", to: (path: string) => path },
  { label: "Delivery", to: campaignDeliveryPath },
  { label: "As-run log", to: campaignAsRunPath },
  { label: "Make-goods", to: campaignMakeGoodsPath },
  { label: "Proof of play", to: campaignProofPath },
];

/** Tabs between the pages of one campaign; `current` is the address of the page shown. */
export const CampaignTabs = ({ path, current }: { path: string; current: string }) => (
  <Tabs
    label="Campaign"
    tabs={pages.map(({ label, to }) => ({ label, to: to(path), current: to(path) === current }))}
  />
);
