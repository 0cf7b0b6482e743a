/** What most things of the product are: those that are inactive stay, and are not used. */
export const statuses = ["active", "inactive"] as const;
export type Status = (typeof statuses)[number];
