/** How the stores of a group play beside each other. No zod in here: the form uses it. */
export const neighbourChoices = ["SAME", "STAGGERED"] as const;
export type NeighbourChoice = (typeof neighbourChoices)[number];
export const neighbourLabels: Record<NeighbourChoice, string> = {
  SAME: "All stores play the same",
  STAGGERED: "Staggered: every second store plays each hour's songs in another order",
};
