/** Setting up a new server. */
export const setupTexts = {
  notSetUp:
    "This server is not set up yet. Open the setup link in its log, or run “npm run setup” on the server to get one.",
  lead: "Name the company that runs this server and create its first super admin. This link works once.",
  provider: "This is the provider. Its staff manage the music and the client companies.",
  superAdmin: "This account can do everything and can add other staff.",
  email: "We send links to set a new password here",
  username: "You sign in with this",
};

/** Texts of a setup link that no longer works. */
export const setupLinkTexts = {
  done: {
    title: "This server is set up",
    lead: "Setup links no longer work. Sign in with your account. If you don't have one, ask a super admin to add you.",
  },
  expired: {
    title: "This setup link has expired",
    lead: "Setup links work for 24 hours. Run “npm run setup” on the server to get a new link.",
  },
  invalid: {
    title: "This setup link does not work",
    lead: "The link is incomplete or belongs to another server. Run “npm run setup” on the server to get a new link.",
  },
};
