import type { Figures } from "#contract/base/figures";
import { wallTexts } from "./texts";

/** The map of stores by city. */
export const mapTexts = {
  lead: (countedAt: string) =>
    `The stores by city, as of ${countedAt}. Choose a city to see its alerts.`,
  finding: (
    { troubled, troubledCities }: { troubled: number; troubledCities: number },
    counted: Figures["counted"],
  ) =>
    troubled === 0
      ? wallTexts.fine
      : `${counted(troubled, "store")} in trouble in ${counted(troubledCities, "city", "cities")}`,
  alternative: "Map of the stores by city. The table has the same figures.",
  city: (
    {
      name,
      state,
      stores,
      troubled,
    }: {
      name: string;
      state: string | null;
      stores: number;
      troubled: number;
    },
    counted: Figures["counted"],
  ) =>
    state
      ? `${name}: ${troubled} of ${counted(stores, "store")} in trouble, worst state ${state}`
      : `${name}: ${counted(stores, "store")}, no trouble`,
  tones: {
    bad: "Help, offline or not playing",
    warn: "Silent, low volume or music running out",
    ok: "No trouble",
  },
  sizes: "A larger mark means more stores.",
  more: (cities: string, isListed: boolean) =>
    isListed
      ? `${cities} without trouble are dots.`
      : `${cities} with fewer stores are dots; open the wall for their alerts.`,
  approximation: {
    state: "Shown in the middle of its state",
    country: "Shown in the middle of its country",
  },
  withoutPosition: "Not on the map: we do not know where it is",
  none: "A city appears here as soon as it has an active store.",
};
