import type { ConfirmQuestion } from "~/ui/frame/confirm";

/** The question before a company's status is changed. */
export const statusQuestion = (target: "active" | "inactive", name: string): ConfirmQuestion =>
  target === "inactive"
    ? {
        title: `Deactivate ${name}?`,
        message:
          "Everyone signed in for this company is signed out at once, its players included: its stores fall silent. Nothing is deleted.",
        confirmLabel: "Deactivate company",
      }
    : {
        title: `Activate ${name}?`,
        message: "Its people can sign in again, and its players play once they have.",
        confirmLabel: "Activate company",
        danger: false,
      };
