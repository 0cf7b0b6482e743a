import { PasswordField, TextField } from "~/ui/text-field";
import { twoStepTexts } from "./two-step-words";

export const Password = () => (
  <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
);
export const Code = ({ hint = twoStepTexts.codeHint }: { hint?: string }) => (
  <TextField name="code" label="Code" hint={hint} autoComplete="one-time-code" spellCheck={false} />
);
