/** A person's notifications. */
export const notificationsTexts = {
  lead: "Updates that concern you. Kept for 90 days.",
  select: "Select at least one notification.",
  none: "You are notified when someone accepts your invitation, and when someone changes your access or password.",
};
