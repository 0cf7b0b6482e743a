import { EmailField, PhoneField, TextField } from "~/ui/text-field";

/** Who asks; stands within two columns. */
export function PersonFields() {
  return (
    <>
      <TextField name="firstName" label="First name" autoComplete="given-name" />
      <TextField name="lastName" label="Last name" autoComplete="family-name" />
      <EmailField name="email" label="Email" hint="We'll reply to this address" />
      <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
    </>
  );
}
