import { messages } from "#contract/base/messages";
import { EmailField, PhoneField, TextField } from "~/ui/text-field";

/** Who asks; stands within two columns. */
export function PersonFields() {
  return (
    <>
      <TextField name="firstName" label="First name" hint={messages.personName} autoComplete="given-name" />
      <TextField name="lastName" label="Last name" hint={messages.personName} autoComplete="family-name" />
      <EmailField name="email" label="Email" hint="We answer to this address" />
      <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
    </>
  );
}
