import type { ReactNode } from "react";
import { SignedOutPage } from "~/features/session/signed-out-page";
import { ButtonLink } from "~/ui/button";

const newLink = (
  <>
    Run <code>npm run setup</code> on the server for a new link.
  </>
);
const words: Record<"done" | "expired" | "invalid", { title: string; lead: ReactNode }> = {
  done: {
    title: "This server is set up",
    lead: "Setup links work until the first super admin exists. Sign in with your own account, or ask a super admin for one.",
  },
  expired: { title: "This setup link has expired", lead: <>Setup links work for 24 hours. {newLink}</> },
  invalid: { title: "This setup link does not work", lead: <>The link is incomplete, or it is from another server. {newLink}</> },
};

/** What to do about a setup link that does nothing any more. */
export function SetupLinkOver({ why }: { why: keyof typeof words }) {
  const { title, lead } = words[why];
  return (
    <SignedOutPage title={title} lead={lead}>
      {why === "done" ? (
        <div>
          <ButtonLink to="/login" variant="primary" reloadDocument>
            Sign in
          </ButtonLink>
        </div>
      ) : null}
    </SignedOutPage>
  );
}
