/** The status of most things in the product: inactive ones stay, and are not used. */
export const statuses = ["active", "inactive"] as const;
export type Status = (typeof statuses)[number];

export const statusLabels: Record<Status, string> = { active: "Active", inactive: "Inactive" };
/** The choices of a form or filter. */
export const statusOptions = statuses.map((value) => ({ value, label: statusLabels[value] }));
