import { Tabs } from "~/ui/frame/tabs";
import {
  adSettingsPath,
  adsPath,
  availabilityPath,
  brandsPath,
  campaignCalendarPath,
  spotsPath,
} from "./paths";

const pages = [
  { label: "Campaigns", to: adsPath },
  { label: "Calendar", to: campaignCalendarPath },
  { label: "Availability", to: availabilityPath },
  { label: "Spots", to: spotsPath },
  { label: "Brands", to: brandsPath },
  { label: "Settings", to: adSettingsPath },
];

/** Tabs between the pages of ads; `current` is the address of the page shown. */
export const AdsTabs = ({ current }: { current: string }) => (
  <Tabs label="Ads" tabs={pages.map((page) => ({ ...page, current: page.to === current }))} />
);
