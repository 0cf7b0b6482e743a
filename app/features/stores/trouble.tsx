import type { ReactNode } from "react";
import type { Contact } from "~/lib/stores/contact";
import { MailLink, PhoneLink } from "~/ui/frame/contact-links";
import { storeTexts } from "./texts";

type TroubleProps = { heading: ReactNode; contact: Contact; steps: readonly string[] };

/** Says whom to call and what to do, in order. */
export const Trouble = ({ heading, contact: { contact, phone, email }, steps }: TroubleProps) => (
  <section className="mb-8 rounded-xl bg-bad-tint p-5">
    <h2 className="text-lg font-semibold">{heading}</h2>
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-lg">
      {contact || phone || email ? (
        <>
          {contact ? <b>{contact}</b> : null}
          {phone ? <PhoneLink number={phone} /> : null}
          {email ? <MailLink address={email} /> : null}
        </>
      ) : (
        storeTexts.noContact
      )}
    </p>
    <ol className="mt-2 list-decimal pl-5">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </section>
);
