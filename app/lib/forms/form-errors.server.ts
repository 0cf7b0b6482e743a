import type { AppLoadContext } from "@remix-run/node";
import type { ApiRefusal } from "../api/refusals.server";

/**
 * Adds a message to file fields when a form comes back for another reason, because browsers do not
 * choose the files again.
 */
export function withFiles(
  errors: Record<string, string[]> | undefined,
  context: Pick<AppLoadContext, "files"> | undefined,
): typeof errors {
  const fileFields = [...(context?.files.byField.keys() ?? [])].filter((name) => !errors?.[name]);
  if (!errors && fileFields.length === 0) return undefined;
  return {
    ...errors,
    ...Object.fromEntries(
      fileFields.map((name) => [
        name,
        ["Choose the file again. We do not keep files between attempts."],
      ]),
    ),
  };
}

/** Gives the errors by the form's field names; errors without a field are under "". */
export function errorsOf(
  { problem }: ApiRefusal,
  file: string,
  rename: (field: string) => string,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { field, message } of problem.errors ?? [{ field: "", message: problem.message }]) {
    const name = field === "file" ? file : rename(field).replace(/\.(\d+)/g, "[$1]");
    errors[name] = [...(errors[name] ?? []), message];
  }
  return errors;
}
