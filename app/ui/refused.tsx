import { ErrorSummary } from "./form";
import type { FormFields } from "./form-fields";
import { Failure } from "./frame/failure";

export type RefusedProps = {
  /** What the page's action answered, where it did not do what was asked. */
  result?:
    | {
        fields: Pick<FormFields, "errors">;
        failure?: { message: string; requestId?: string | undefined };
      }
    | undefined;
};

/**
 * What stood in the way of something asked without fields: the words of a refusal, or the error
 * modal.
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
