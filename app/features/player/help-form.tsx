import { type FormEvent, useEffect, useState } from "react";
import { helpReasonLabels, helpReasons } from "#contract/alerts/words";
import { PostForm } from "~/ui/frame/post-form";
import { type CallOutcome, type HelpCalls, helpCalls } from "./help-calls.client-safe";
import { playerHelpPath } from "./paths";
import { playerStorage } from "./player-storage.client-safe";
import { ReasonChoice } from "./reason-choice";
import { helpTexts } from "./texts";
import { useVoiceNote, VoiceRecorder } from "./voice-recorder";

/** "open" until the person sends the call. */
type CallState = { state: "open" | "calling" } | CallOutcome;

const resendEvery = 60_000;

/** Makes calls, and sends one that waits as soon as there is a network. */
function useHelpCalls(storeId: number) {
  const [call, setCall] = useState<CallState>({ state: "open" });
  const [calls, setCalls] = useState<HelpCalls | null>(null);
  useEffect(() => {
    const stored = helpCalls(
      playerStorage(() => localStorage),
      storeId,
    );
    setCalls(stored);
    const resend = async () => {
      const outcome = await stored.resend();
      if (outcome) setCall(outcome);
    };
    void resend();
    const timer = setInterval(resend, resendEvery);
    window.addEventListener("online", resend);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", resend);
    };
  }, [storeId]);
  return { call, setCall, calls };
}

/** Calls for help with a reason. With script the page stays, so that the music plays on. */
export function HelpForm({ storeId }: { storeId: number }) {
  const { call, setCall, calls } = useHelpCalls(storeId);
  const voice = useVoiceNote();
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const posted = new FormData(event.currentTarget);
    const [reason, details] = [String(posted.get("reason")), String(posted.get("details"))];
    setCall({ state: "calling" });
    const note = await voice.finish();
    setCall((await calls?.make({ reason, details, note })) ?? { state: "refused" });
  }
  if (call.state === "kept")
    return (
      <p role="status" className="mb-4 text-lg">
        {helpTexts.kept}
      </p>
    );
  if (call.state === "arrived")
    return (
      <p role="status" className="mb-4 text-lg">
        {helpTexts.arrived(call.at)}
        {call.noteProblem ? (
          <span className="block text-base text-bad">
            {helpTexts.noteRefused(call.noteProblem)}
          </span>
        ) : null}
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
      <VoiceRecorder {...voice} />
      <button
        type="submit"
        disabled={call.state === "calling"}
        className="btn btn-primary min-h-[48px] w-full text-lg"
      >
        Send call
      </button>
      <p role="status" className={call.state === "refused" ? "text-bad" : "text-sm text-ink-2"}>
        {call.state === "refused" ? helpTexts.failed : helpTexts.arrives}
      </p>
    </PostForm>
  );
}
