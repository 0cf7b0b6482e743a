/** Sign-in by two steps: setting it up, and the second step itself. */
export const twoStepTexts = {
  title: "Two-step sign-in",
  panel: "A stolen password is then not enough to sign in as you: signing in also takes a code from your phone, or a passkey.",
  on: (codes: string, hasPasskeys: boolean) =>
    `It is on: signing in takes your password and a code from your authenticator app${hasPasskeys ? " or a passkey" : ""}. ${codes} left.`,
  required: "Your company requires two-step sign-in. Set it up to go on.",
  why: "Signing in then takes your password and a code from an app on your phone.",
  scan: "Scan this picture with an authenticator app, or type the key into it. Then enter the code that it shows.",
  picture: (secret: string) => `QR code with the key ${secret}`,
  codeHint: "Six digits from your authenticator app",
  codesTitle: "Your recovery codes",
  codesLead: "Print or copy them now: we do not show them again. Each one signs you in once if you have lost your phone.",
  newCodes: "Ten new recovery codes take the place of the old ones.",
  off: "You then sign in with your password alone.",
  stepTitle: "Enter your code",
  stepLead: "Open your authenticator app and enter the code that it shows. No phone at hand? Enter a recovery code.",
};

/** Passkeys in place of the app's code. */
export const passkeyTexts = {
  lead: "At sign-in, use your fingerprint, face, screen lock or security key in place of a code. Unlike a code, a passkey works on this site alone, so nobody can trick you out of it.",
  needScript: "Passkeys need scripts, which are off on this page. Use a code from your authenticator app instead.",
  nameHint: "To recognise it later, for example “Work laptop”",
  createTitle: (name: string) => `Create the passkey “${name}”`,
  createLead: "Your browser asks where to keep it. You have ten minutes.",
  removeLead: "You can no longer sign in with it. Your authenticator app and recovery codes still work.",
  neverUsed: "never",
  unknown: "This browser has no passkeys for this site. Use a code instead.",
  cancelled: "No passkey was used: the request was cancelled or took too long. Try again, or use a code.",
  already: "This device already holds a passkey for your account.",
  use: "Use a passkey",
  useLead: "Or use a passkey that you added to your account.",
};
