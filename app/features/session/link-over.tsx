import { ButtonLink } from "~/ui/frame/button";
import { TextLink } from "~/ui/frame/text-link";
import { SignedOutPage } from "./signed-out-page";

/** What to do about a mailed link that is cut, too old or was used before. */
export function LinkOver({ title }: { title: string }) {
  return (
    <SignedOutPage
      title={title}
      lead="It has expired, was already used, or is incomplete. Each link works once. Use the link in the newest email."
    >
      <p className="text-ink-2">Enter your username and we'll email a new link to your account's address.</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink to="/forgot-password" variant="primary" reloadDocument>
          Get a new link
        </ButtonLink>
        <TextLink to="/login" reloadDocument>
          Sign in
        </TextLink>
      </div>
    </SignedOutPage>
  );
}
