/** Texts about the data that is held about a person, and the request to have it erased. */
export const myDataTexts = {
  title: "Your personal data",
  lead: "Download all that we hold about you, or ask us to erase it.",
  download:
    "One JSON file with your account, sign-ins, passkeys, devices, API tokens, notifications, saved filters, drafts, report schedules, and the entries of the audit log about you or by you.",
  erase:
    "Your account is deleted, and your name, username, email, phone and sign-in addresses are removed. Entries of the audit log, rates, invoices and payments stay, because tax law requires them; the audit log shows a number in place of your name.",
  carriedOut: (who: string) => `We pass your request on to ${who}, who carries it out.`,
  erasureRequested: (day: string, who: string) =>
    `You asked on ${day}. We have told ${who}. You can withdraw your request until it is carried out.`,
  askTitle: "Ask to have your personal data erased?",
  askMessage:
    "Once this is carried out, you can no longer sign in. You can withdraw your request until then.",
  opened: "Only the person themselves can download their data or ask to have it erased.",
};
