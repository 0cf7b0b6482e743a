import type { RequestKind, RequestState } from "#contract/onboarding/words";
import type { Tone } from "~/ui/frame/pill";

export const kindWords: Record<RequestKind, string> = { signup: "Signup", "self-onboarding": "Self-onboarding", query: "Question" };

export const stateWords: Record<RequestState, { tone: Tone; words: string }> = {
  new: { tone: "info", words: "New" },
  approved: { tone: "ok", words: "Approved" },
  declined: { tone: "idle", words: "Declined" },
  answered: { tone: "ok", words: "Answered" },
};

/** What the forms call the fields that requests keep beside their columns. */
export const detailLabels: Record<string, string> = {
  companyId: "Preferred company code",
  companyWebsite: "Website",
  gstNo: "GSTIN",
  industry: "Industry",
  stores: "Number of stores",
  timeZone: "Time zone",
  firstName: "First name",
  lastName: "Last name",
  companyAdminUserId: "Preferred user id",
  jobTitle: "Their role",
  cities: "Store locations",
  languages: "Languages of the songs",
  songTypes: "Kinds of songs",
  start: "When to start",
  notes: "Anything else",
  message: "Question",
};
