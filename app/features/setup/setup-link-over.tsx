import { SignedOutPage } from "~/features/session/signed-out-page";
import { ButtonLink } from "~/ui/frame/button";
import { setupLinkTexts } from "./texts";

/** Says why a setup link no longer works and what to do instead. */
export function SetupLinkOver({ why }: { why: keyof typeof setupLinkTexts }) {
  const { title, lead } = setupLinkTexts[why];
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
