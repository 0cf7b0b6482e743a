import type { ConfirmQuestion } from "~/ui/frame/confirm";

/** The question before a contract, by its name, or the icon is taken away. */
export const removalQuestion = (contract: string | null): ConfirmQuestion =>
  contract === null
    ? { title: "Remove the icon?", message: "The company is shown without one until another is uploaded.", confirmLabel: "Remove icon" }
    : {
        title: `Delete ${contract}?`,
        message: "The document is deleted for good. The audit log keeps its name.",
        confirmLabel: "Delete document",
      };
