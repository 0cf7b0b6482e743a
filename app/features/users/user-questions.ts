/** What is asked before something is done to a user's account: names the person and what goes with it. */
export function userQuestion(act: string, { username, name, email }: { username: string; name: string; email: string }) {
  const questions: Record<string, { title: string; message: string; confirmLabel: string; danger: boolean }> = {
    deactivate: {
      title: `Deactivate ${username}?`,
      message: `${name} is signed out everywhere at once and cannot sign in. You can activate the account again at any time.`,
      confirmLabel: "Deactivate user",
      danger: true,
    },
    activate: {
      title: `Activate ${username}?`,
      message: `${name} can sign in again with the password from before. Without one the account waits for an invitation.`,
      confirmLabel: "Activate user",
      danger: false,
    },
    delete: {
      title: `Delete ${username}?`,
      message: `${name} is signed out everywhere, and the account goes for good with its notifications, drafts and saved filters. The username is free again. What ${name} did stays in the audit log. To keep the account, deactivate it instead.`,
      confirmLabel: "Delete user",
      danger: true,
    },
    password: {
      title: `Reset ${username}'s password?`,
      message: `${name} is signed out everywhere, and a link to set a new password is mailed to ${email}. It works for one hour.`,
      confirmLabel: "Reset password",
      danger: true,
    },
    invitation: {
      title: `Mail ${username} another invitation?`,
      message: `A new link to set the account up goes to ${email}. It works for 7 days.`,
      confirmLabel: "Mail invitation",
      danger: false,
    },
    open: {
      title: `Sign in as ${username}?`,
      message: `You see and do what ${name} sees and does, until you sign out; the audit log says that it was you. Your own session in this browser ends.`,
      confirmLabel: `Open as ${username}`,
      danger: false,
    },
  };
  return questions[act];
}

export const actLabels: Record<string, string> = {
  deactivate: "Deactivate",
  activate: "Activate",
  delete: "Delete",
  password: "Reset password",
  invitation: "Resend invitation",
  open: "Open as",
};
