import { EmailField, PhoneField, TextField } from "~/ui/text-field";
import { publicFormTexts } from "./texts";

/** Asks for the person's name and contact details, within two columns. */
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
