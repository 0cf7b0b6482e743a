import type { ReactNode } from "react";
import { SignedOutPage } from "~/features/session/signed-out-page";
import { ButtonLink } from "~/ui/frame/button";

const newLink = (
  <>
    Run <code>npm run setup</code> on the server to get a new link.
  </>
);
const words: Record<"done" | "expired" | "invalid", { title: string; lead: ReactNode }> = {
  done: {
    title: "This server is set up",
    lead: "Setup links no longer work. Sign in with your account. If you don't have one, ask a super admin to add you.",
  },
  expired: { title: "This setup link has expired", lead: <>Setup links work for 24 hours. {newLink}</> },
  invalid: { title: "This setup link does not work", lead: <>The link is incomplete or belongs to another server. {newLink}</> },
};

/** Says why a setup link no longer works and what to do instead. */
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
