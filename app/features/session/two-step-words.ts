/** Sign-in by two steps: setting it up, and the second step itself. */
export const twoStepTexts = {
  title: "Two-step sign-in",
  panel:
    "With two-step sign-in, you enter your password and a code from your phone, or use a passkey. A stolen password is then not enough to sign in as you.",
  on: (codes: string, hasPasskeys: boolean) =>
    `Two-step sign-in is on: you sign in with your password and a code from your authenticator app${hasPasskeys ? " or a passkey" : ""}. ${codes} left.`,
  required: "Your company requires two-step sign-in. Set it up to continue.",
  againTitle: "Start over",
  again: "If your app does not accept the key, create a new one.",
  why: "Signing in then takes your password and a code from an app on your phone.",
  scan: "Scan this picture with an authenticator app, or type the key into it. Then enter the code that it shows.",
  picture: (secret: string) => `QR code with the key ${secret}`,
  codeHint: "Six digits from your authenticator app",
  codesTitle: "Your recovery codes",
  codesLead:
    "Print or copy them now. You cannot see them again. If you lose your phone, each one signs you in once.",
  newCodes: "You get ten new recovery codes. The old ones stop working.",
  off: "You then sign in with your password only.",
  stepTitle: "Enter your code",
  stepLead:
    "Open your authenticator app and enter the code that it shows. No phone at hand? Enter a recovery code.",
};

/** Texts of passkeys, which replace the app's code. */
export const passkeyTexts = {
  lead: "At sign-in, use your fingerprint, face, screen lock or security key instead of a code. A passkey works only on this site, so nobody can trick you into giving it away.",
  needScript:
    "Passkeys need JavaScript, which is off on this page. Use a code from your authenticator app instead.",
  nameHint: "To recognise it later, for example “Work laptop”",
  createTitle: (name: string) => `Create the passkey “${name}”`,
  createLead: "Your browser asks where to keep it. You have ten minutes.",
  removeLead:
    "You can no longer sign in with it. Your authenticator app and recovery codes still work.",
  neverUsed: "Never",
  unknown: "This browser has no passkeys for this site. Use a code instead.",
  cancelled:
    "No passkey was used: the request was cancelled or took too long. Try again, or use a code.",
  already: "This device already holds a passkey for your account.",
  use: "Use a passkey",
  useLead: "Or use a passkey that you added to your account.",
};
