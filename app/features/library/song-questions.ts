import type { ConfirmQuestion } from "~/ui/frame/confirm";

/** What is asked before a song is activated or deactivated. */
export const statusQuestion = (target: "active" | "inactive", title: string): ConfirmQuestion =>
  target === "inactive"
    ? {
        title: `Deactivate ${title}?`,
        message:
          "It stays in its charts, and schedules made from now on leave it out. Days that are published already play it. You can activate it again at any time.",
        confirmLabel: "Deactivate song",
        danger: true,
      }
    : {
        title: `Activate ${title}?`,
        message: "Schedules made from now on may choose it again where its charts are in their rules.",
        confirmLabel: "Activate song",
        danger: false,
      };

export const removeQuestion = (title: string): ConfirmQuestion => ({
  title: `Delete ${title}?`,
  message: "It goes for good, with its audio, its picture and what describes it. No chart has it and no schedule ever had.",
  confirmLabel: "Delete song",
});

export const pictureQuestion = (title: string): ConfirmQuestion => ({
  title: `Remove the picture of ${title}?`,
  message: "The song is shown without one until another is uploaded.",
  confirmLabel: "Remove picture",
});
