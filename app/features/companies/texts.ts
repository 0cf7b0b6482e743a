/** The list of companies, and the choice of one. */
export const companiesTexts = {
  lead: "Your clients, what they pay and when they are billed next.",
  noMatch: "No company matches these filters.",
  none: "There are no client companies yet. When you add one, we invite its first admin by email.",
  chooseLead: "You see and change this company's data until you choose another.",
  noneActive: "There are no active companies yet.",
};

/** Texts about a form that was sent after another company was chosen. */
export const waitingFormTexts = {
  lead: (of: string, here: string) =>
    `You opened this form while working in ${of}. Now you work in ${here}, so nothing was saved.`,
  kept: (of: string) =>
    `What you typed is kept for an hour. Open ${of}, check the form and send it again. Choose any files again.`,
  again: (of: string) => `Open ${of} and do it again there.`,
};

/** A company's own page. */
export const companyTexts = {
  rate: (rate: string) => `${rate} per store per month`,
  billing: (rate: string, period: string) =>
    `${rate} per store per month. Billing period: ${period}.`,
  admins: "People who can see and change the whole company.",
  icon: "Shown next to the company's name.",
  documentsFull: "This company has five documents. Delete one to add another.",
  documentAdded: (size: string, day: string, by: string) => `${size}, added ${day} by ${by}`,
};

/** The form of a company. */
export const companyFormTexts = {
  addLead:
    "We invite its first admin by email, who completes these details and adds the first store.",
  readOnlyLead: "Your company's details. Only a national admin can change them.",
  firstTitle: "Tell us about your company",
  firstLead: "Step 1 of 2. Then you add your first store.",
  ownLead: "Your company's details, and the defaults for new stores.",
  firstAdmin: "We invite them at the company's email address.",
  codeTaken: "This company code is taken.",
  emailHint: "We invite the first admin at this address",
  emailTaken: "Another company has this email.",
  commEmail: "We send notifications and invoices here",
  billingRate: "Per store per month. A change applies from next month.",
  legalName: "As registered for GST, if it differs from the company name",
  taxStatus: "Decides the tax on its invoices. SEZ is always inter-state.",
  otherState: "The GSTIN and the address are of different states",
  billingStart:
    "Billed by whole months, from this day's month. Leave empty if nothing is billed yet.",
  defaultsLead:
    "The settings new stores start with, and the volume below which a store is too quiet.",
  volume: "New stores start at this volume, 0 to 100",
  threshold: "A store below this volume is too quiet, 0 to 100",
  features: "Extra features for this company.",
};

/** The form of a licence. */
export const licenceTexts = {
  lead: "A licence to play music in public, and how many stores it covers.",
  name: "Issuer and purpose, for example PPL sound recordings",
  stores: "How many stores this licence covers",
};

/** Texts of the confirmations about a company and its files. */
export const companyConfirmTexts = {
  activate: "Its users and players can sign in again.",
  deactivate:
    "All its users and players are signed out at once, and the music in its stores stops. Nothing is deleted.",
  removeIcon: "The company has no icon until you upload another.",
  removeDocument: "The document is permanently deleted. The audit log keeps its name.",
};

/** Texts about how a company's users sign in. */
export const signInRuleTexts = {
  title: "Sign-in settings",
  lead: "How people at this company sign in.",
  requires: "Require two-step sign-in",
  requiresHint:
    "Anyone who has not set it up must do so before they can continue. Store managers are exempt.",
  serviceTitle: "Company account",
  serviceLead: (uri: string) =>
    `Let people sign in with the account they have at your company, by OpenID Connect (Google Workspace, Microsoft Entra, Okta and others). Register ${uri} there as the redirect address.`,
  serviceCode: (code: string) =>
    `People choose “Sign in with your company account” and enter the company code ${code}. We find them by their verified email.`,
  issuer:
    "Address of the service, for example https://login.example.com. Leave everything empty to turn company accounts off.",
  secretKept: "Leave empty to keep the current secret",
  secretNew: "The service shows it when you register Fever In-Store",
  onlyService: "Require the company account",
  onlyServiceHint:
    "Passwords and emailed sign-in links stop working. Store managers are exempt. Sign in with a company account once before you turn this on.",
  have: (some: string, all: string) => `${some} of ${all} have set it up.`,
};
