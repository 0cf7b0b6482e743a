/** Sign-in by two steps: setting it up, and the second step itself. */
export const twoStepTexts = {
  title: "Two-step sign-in",
  panel: "A stolen password is then not enough to sign in as you: signing in also takes a code from your phone.",
  on: (codes: string) => `It is on: signing in takes your password and a code from your authenticator app. ${codes} left.`,
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
