import { ButtonLink } from "~/ui/frame/button";
import { TextLink } from "~/ui/frame/text-link";
import { SignedOutPage } from "./signed-out-page";

/** What to do about a mailed link that is cut, too old or was used before. */
export function LinkOver({ title }: { title: string }) {
  return (
    <SignedOutPage
      title={title}
      lead="It is too old, was used before, or was cut by the mail program. Links work once, and the newest mail has the newest one."
    >
      <p className="text-ink-2">Tell us your username, and we send a new mail to the address of your account.</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink to="/forgot-password" variant="primary" reloadDocument>
          Get a new mail
        </ButtonLink>
        <TextLink to="/login" reloadDocument>
          Sign in
        </TextLink>
      </div>
    </SignedOutPage>
  );
}
