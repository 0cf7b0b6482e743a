import { PasswordField } from "~/ui/text-field";

/** A new password, twice (VAL-1). */
export function NewPasswordFields() {
  return (
    <>
      <PasswordField
        name="password"
        label="New password"
        hint="8 to 20 characters, with a lowercase and an uppercase letter, a number, and one of !*@#$%^&+=?_-"
        autoComplete="new-password"
      />
      <PasswordField name="confirmPassword" label="New password again" autoComplete="new-password" />
    </>
  );
}
