/** A person's notifications. */
export const notificationsTexts = {
  lead: "Updates that concern you. Kept for 90 days.",
  select: "Select at least one notification.",
  none: "You are notified when someone accepts your invitation, and when someone changes your access or password.",
  notEmailed: (answer: string | null) =>
    `Email: ${(answer ?? "not delivered").replace(/\.$/, "")}. If your address is wrong, change it in your account.`,
  onItsWay: (answer: string | null) =>
    `Email is on its way${answer ? `. Last try: ${answer}` : ""}`,
};
