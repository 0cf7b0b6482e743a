import { type FormEvent, useState } from "react";
import { helpReasonLabels, helpReasons } from "#contract/alerts/words";
import { PostForm } from "~/ui/frame/post-form";
import { xsrfHeader } from "~/ui/frame/xsrf";
import { playerHelpPath } from "./paths";
import { ReasonChoice } from "./reason-choice";
import { helpTexts } from "./texts";

/** "open" until the person sends the call. */
type CallState = { step: "open" | "calling" | "failed" } | { step: "arrived"; at: string };

/** Calls for help with a reason. With script the page stays, so that the music plays on. */
export function HelpForm() {
  const [call, setCall] = useState<CallState>({ step: "open" });
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { reason, details } = Object.fromEntries(new FormData(event.currentTarget));
    setCall({ step: "calling" });
    const response = await fetch(playerHelpPath, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...xsrfHeader() },
      body: JSON.stringify({ reason, ...(details && { details }) }),
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined);
    const { at }: { at?: string } = response?.ok ? await response.json() : {};
    setCall(at === undefined ? { step: "failed" } : { step: "arrived", at });
  }
  if (call.step === "arrived")
    return (
      <p role="status" className="mb-4 text-lg">
        {helpTexts.arrived(call.at)}
      </p>
    );
  return (
    <PostForm
      id="call"
      action={playerHelpPath}
      reloadDocument
      onSubmit={send}
      className="mb-4 grid gap-3"
    >
      <ReasonChoice legend={helpTexts.what} reasons={helpReasons} labels={helpReasonLabels} />
      <label className="grid gap-1">
        {helpTexts.details}
        <input name="details" maxLength={200} className="control" />
      </label>
      <button
        type="submit"
        disabled={call.step === "calling"}
        className="btn btn-primary min-h-[48px] w-full text-lg"
      >
        Send call
      </button>
      <p role="status" className={call.step === "failed" ? "text-bad" : "text-sm text-ink-2"}>
        {call.step === "failed" ? helpTexts.failed : helpTexts.arrives}
      </p>
    </PostForm>
  );
}
