import { EmailField, PhoneField, TextField } from "~/ui/text-field";
import { publicFormTexts } from "./texts";

/** Who asks; stands within two columns. */
export function PersonFields() {
  return (
    <>
      <TextField name="firstName" label="First name" autoComplete="given-name" />
      <TextField name="lastName" label="Last name" autoComplete="family-name" />
      <EmailField name="email" label="Email" hint={publicFormTexts.email} />
      <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
    </>
  );
}
