import { useState } from "react";
import { ErrorModal } from "./error-modal";

/** The error modal over a form whose call failed; the form behind it keeps what was typed. */
export function Failure({
  failure,
}: {
  failure: { message: string; requestId?: string | undefined } | undefined;
}) {
  const [closed, setClosed] = useState<object>();
  if (!failure || failure === closed) return null;
  return (
    <ErrorModal
      message={failure.message}
      requestId={failure.requestId}
      onClose={() => setClosed(failure)}
    />
  );
}
