import { PasswordField } from "~/ui/text-field";

/** A new password, twice (VAL-1). */
export function NewPasswordFields() {
  return (
    <>
      <NewPasswordField label="New password" />
      <PasswordField name="confirmPassword" label="Repeat new password" autoComplete="new-password" />
    </>
  );
}

/** A new password that says what it must be. */
export function NewPasswordField({ label }: { label: string }) {
  return (
    <PasswordField
      name="password"
      label={label}
      hint="8 to 20 characters, with a lowercase and an uppercase letter, a number, and one of !*@#$%^&+=?_-"
      autoComplete="new-password"
    />
  );
}
