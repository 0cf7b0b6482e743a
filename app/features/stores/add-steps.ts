import type { Step } from "~/ui/steps";

/** The steps of adding a store, in order. */
export const addSteps = ["place", "hours", "device", "sound", "check"] as const;
export type AddStep = (typeof addSteps)[number];

export const stepLabels: Record<AddStep, string> = {
  place: "Place",
  hours: "Opening hours",
  device: "Device and player",
  sound: "Volume and licence",
  check: "Check and add",
};

/** Reads a step from the address; undefined if it names none. */
export const stepOf = (param: string | undefined): AddStep | undefined =>
  param === undefined ? "place" : addSteps.slice(1).find((step) => step === param);

/** The steps as buttons that also send the typed values, so that going back loses nothing. */
export const stepList = (): Step[] =>
  addSteps.map((step) => ({
    label: stepLabels[step],
    submit: { form: "form", name: "_to", value: step },
  }));
