/** The choices in the public forms. No zod in here: the browser imports it too. */

export const industryTypes = [
  "Fashion and footwear",
  "Food and grocery",
  "Cafe and restaurant",
  "Beauty and wellness",
  "Electronics",
  "Home and furniture",
  "Pharmacy and health",
  "Jewellery",
  "Sports and fitness",
  "Bank and service centre",
  "Hotel and travel",
  "Mall and department store",
  "Other",
] as const;
export type IndustryType = (typeof industryTypes)[number];

export const musicLanguages = [
  "Hindi",
  "English",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Marathi",
  "Bengali",
  "Gujarati",
  "Punjabi",
] as const;
export const songTypes = [
  "New releases",
  "Evergreen",
  "Devotional",
  "Instrumental",
  "Indie",
  "International",
  "Festive",
  "Lounge",
] as const;
export const startTimes = [
  "As soon as possible",
  "Within a month",
  "Within three months",
  "Just looking",
] as const;

export const requestKinds = ["signup", "self-onboarding", "query"] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestStates = ["new", "approved", "declined", "answered"] as const;
export type RequestState = (typeof requestStates)[number];

export const requestKindLabels: Record<RequestKind, string> = {
  signup: "Signup",
  "self-onboarding": "Self-onboarding",
  query: "Question",
};
export const requestStateLabels: Record<RequestState, string> = {
  new: "New",
  approved: "Approved",
  declined: "Declined",
  answered: "Answered",
};

/** The fields of requests that are not columns, in the order of the forms. */
export const requestFieldLabels: Record<string, string> = {
  companyId: "Preferred company code",
  companyWebsite: "Website",
  gstNo: "GSTIN",
  industry: "Industry",
  stores: "Number of stores",
  timeZone: "Time zone",
  firstName: "First name",
  lastName: "Last name",
  companyAdminUserId: "Preferred username",
  jobTitle: "Their role",
  cities: "Store locations",
  languages: "Languages of the songs",
  songTypes: "Kinds of songs",
  start: "When to start",
  notes: "Anything else",
  message: "Question",
};

/** Testimonials on the landing page, and characters of a quote and of the structured data. */
export const publicSiteLimits = { testimonials: 6, quote: 300, structuredData: 16_000 } as const;
