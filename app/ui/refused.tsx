import { ErrorSummary } from "./form";
import type { FormFields } from "./form-fields";
import { Failure } from "./frame/failure";

export type RefusedProps = {
  /** The page's action's answer, if it refused or failed. */
  result?:
    | {
        fields: Pick<FormFields, "errors">;
        failure?: { message: string; requestId?: string | undefined };
      }
    | undefined;
};

/**
 * Shows why an action without form fields was refused, or the error modal if it
 * failed.
 */
export function Refused({ result }: RefusedProps) {
  const words = Object.values(result?.fields.errors ?? {}).flat();
  return (
    <>
      <Failure failure={result?.failure} />
      {words.length > 0 ? (
        <div className="mb-4">
          <ErrorSummary formId="form" errors={{ "": words }} />
        </div>
      ) : null}
    </>
  );
}
