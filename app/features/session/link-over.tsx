import { ButtonLink } from "~/ui/frame/button";
import { TextLink } from "~/ui/frame/text-link";
import { SignedOutPage } from "./signed-out-page";
import { emailedLinkTexts } from "./texts";

/** Says what to do about a mailed link that is cut off, expired or used. */
export function LinkOver({ title }: { title: string }) {
  return (
    <SignedOutPage title={title} lead={emailedLinkTexts.over}>
      <p className="text-ink-2">{emailedLinkTexts.newLink}</p>
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
