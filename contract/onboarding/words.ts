/** What the public forms offer to choose from. No zod in here: the browser imports it too. */

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
export const startTimes = ["As soon as possible", "Within a month", "Within three months", "Just looking"] as const;

export const requestKinds = ["signup", "self-onboarding", "query"] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestStates = ["new", "approved", "declined", "answered"] as const;
export type RequestState = (typeof requestStates)[number];
