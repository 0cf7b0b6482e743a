import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/frame/button";
import { useHydrated } from "~/ui/frame/hydrated";
import { helpTexts } from "./texts";
import { canRecordVoice, recordVoice, type VoiceRecording } from "./voice-recording.client-safe";

type Props = { note: Blob | null; onChange: (note: Blob | null) => void };

/** Records a voice note; shows nothing where the browser cannot. */
export function VoiceRecorder({ note, onChange }: Props) {
  const [step, setStep] = useState<"ready" | "recording" | "forbidden">("ready");
  const recording = useRef<VoiceRecording | undefined>(undefined);
  useEffect(() => () => recording.current?.stop(), []);
  const isPossible = useHydrated() && canRecordVoice();
  if (!isPossible) return null;
  async function record() {
    setStep("recording");
    const begun = await recordVoice().catch(() => undefined);
    if (!begun) return setStep("forbidden");
    recording.current = begun;
    onChange(await begun.recorded);
    setStep("ready");
  }
  const button = "min-h-[48px] w-full";
  return (
    <div className="grid gap-1">
      {step === "recording" ? (
        <Button type="button" className={button} onClick={() => recording.current?.stop()}>
          Stop recording
        </Button>
      ) : note ? (
        <Button type="button" icon="trash" className={button} onClick={() => onChange(null)}>
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
