import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/frame/button";
import { useHydrated } from "~/ui/frame/hydrated";
import { helpTexts } from "./texts";
import { canRecordVoice, recordVoice, type VoiceRecording } from "./voice-recording.client-safe";

export type VoiceNote = ReturnType<typeof useVoiceNote>;

/** Holds the voice note of a call, and the recording of one while it is under way. */
export function useVoiceNote() {
  const [step, setStep] = useState<"ready" | "recording" | "forbidden">("ready");
  const [note, setNote] = useState<Blob | null>(null);
  const recording = useRef<VoiceRecording | undefined>(undefined);
  const isFinished = useRef(false);
  useEffect(() => () => recording.current?.stop(), []);

  async function record(): Promise<void> {
    isFinished.current = false;
    setStep("recording");
    const begun = await recordVoice().catch(() => undefined);
    if (!begun) return setStep("forbidden");
    recording.current = begun;
    // the browser may have asked for permission until after the call
    if (isFinished.current) begun.stop();
    setNote(await begun.recorded);
    recording.current = undefined;
    setStep("ready");
  }
  const stop = () => recording.current?.stop();
  /** Ends the recording, because the call is sent; gives the note, or null without one. */
  async function finish(): Promise<Blob | null> {
    isFinished.current = true;
    stop();
    return recording.current ? recording.current.recorded : note;
  }
  return { step, note, record, stop, finish, remove: () => setNote(null) };
}

/** Records a voice note; shows nothing where the browser cannot. */
export function VoiceRecorder({ step, note, record, stop, remove }: VoiceNote) {
  const isPossible = useHydrated() && canRecordVoice();
  if (!isPossible) return null;
  const button = "min-h-[48px] w-full";
  return (
    <div className="grid gap-1">
      {step === "recording" ? (
        <Button type="button" className={button} onClick={stop}>
          Stop recording
        </Button>
      ) : note ? (
        <Button type="button" icon="trash" className={button} onClick={remove}>
          Delete voice note
        </Button>
      ) : (
        <Button type="button" className={button} onClick={() => void record()}>
          Record voice note
        </Button>
      )}
      <p role="status" className="text-sm text-ink-2">
        {note ? helpTexts.recorded : helpTexts.voice[step]}
      </p>
    </div>
  );
}
