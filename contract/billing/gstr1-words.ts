/** Words of the return GSTR-1 that pages use too. No zod in here. */

/** Sections of the portal's file, in the order of the form; HSN and documents sum up the others. */
export const gstr1Sections = [
  "b2b",
  "b2cl",
  "b2cs",
  "exp",
  "cdnr",
  "cdnur",
  "hsn_b2b",
  "hsn_b2c",
  "doc_issue",
] as const;
export type Gstr1Section = (typeof gstr1Sections)[number];
export const gstr1SectionLabels: Record<Gstr1Section, string> = {
  b2b: "4, 6B: Registered companies (b2b)",
  b2cl: "5: Unregistered, large (b2cl)",
  b2cs: "7: Unregistered, others (b2cs)",
  exp: "6A: Exports (exp)",
  cdnr: "9B: Notes, registered (cdnr)",
  cdnur: "9B: Notes, unregistered (cdnur)",
  hsn_b2b: "12: By SAC, registered (hsn)",
  hsn_b2c: "12: By SAC, others (hsn)",
  doc_issue: "13: Documents issued (docs)",
};

/** Why the portal would refuse a document. */
export const gstr1Problems = [
  "NO_SAC",
  "NO_STATE",
  "NO_GSTIN",
  "WRONG_GSTIN",
  "OWN_GSTIN",
  "WRONG_TAX",
  "WRONG_RATE",
] as const;
export type Gstr1Problem = (typeof gstr1Problems)[number];
export const gstr1ProblemTexts: Record<Gstr1Problem, string> = {
  NO_SAC: "A line has no SAC.",
  NO_STATE: "There is no place of supply: the company had neither a GSTIN nor a state.",
  NO_GSTIN: "The company counts as registered but had no GSTIN.",
  WRONG_GSTIN: "The company's GSTIN is not valid.",
  OWN_GSTIN: "The company's GSTIN is your own.",
  WRONG_TAX: "CGST and IGST do not match the place of supply.",
  WRONG_RATE: "The GST rate is none that the portal knows.",
};

/** The first month of the quarter of the financial year that a month is in. */
export function quarterStart(month: string): string {
  const first = Math.floor((Number(month.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${month.slice(0, 4)}-${String(first).padStart(2, "0")}-01`;
}
