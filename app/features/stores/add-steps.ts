import type { Step } from "~/ui/steps";

/** The pages on which a store is added, in their order. */
export const addSteps = ["place", "hours", "device", "sound", "check"] as const;
export type AddStep = (typeof addSteps)[number];

export const stepLabels: Record<AddStep, string> = {
  place: "Place",
  hours: "Opening hours",
  device: "Device and player",
  sound: "Volume and licence",
  check: "Check and add",
};

/** Undefined for an address that is no step. */
export const stepOf = (param: string | undefined): AddStep | undefined =>
  param === undefined ? "place" : addSteps.slice(1).find((step) => step === param);

/** Going back sends what is typed with it: nothing is lost on the way. */
export const stepList = (): Step[] =>
  addSteps.map((step) => ({
    label: stepLabels[step],
    submit: { form: "form", name: "_to", value: step },
  }));
