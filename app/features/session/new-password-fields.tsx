import { PasswordField } from "~/ui/text-field";
import { newPasswordTexts } from "./texts";

/** Asks for a new password twice (VAL-1). */
export function NewPasswordFields() {
  return (
    <>
      <NewPasswordField label="New password" />
      <PasswordField
        name="confirmPassword"
        label="Repeat new password"
        autoComplete="new-password"
      />
    </>
  );
}

/** Asks for a new password and states its rules. */
export function NewPasswordField({ label }: { label: string }) {
  return (
    <PasswordField
      name="password"
      label={label}
      hint={newPasswordTexts.rule}
      autoComplete="new-password"
    />
  );
}
