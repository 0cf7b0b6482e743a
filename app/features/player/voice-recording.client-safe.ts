import { voiceNoteSeconds } from "#contract/alerts/words";

/** The formats that the platform reads, the smallest first. */
const types = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];
const bitsASecond = 32_000;

export type VoiceRecording = { recorded: Promise<Blob>; stop: () => void };

/** True if this browser can record; a page over plain http has no microphone. */
export const canRecordVoice = (): boolean =>
  "MediaRecorder" in window && "mediaDevices" in navigator;

/**
 * Records from the microphone until `stop` is called or the longest length is reached. Throws if
 * the person or the browser does not allow it.
 */
export async function recordVoice(): Promise<VoiceRecording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsASecond,
    ...(mimeType && { mimeType }),
  });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const stop = () => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  const timer = setTimeout(stop, voiceNoteSeconds * 1000);
  const recorded = new Promise<Blob>((resolve) => {
    recorder.addEventListener("stop", () => {
      clearTimeout(timer);
      for (const track of stream.getTracks()) track.stop();
      resolve(new Blob(parts, { type: recorder.mimeType }));
    });
  });
  recorder.start();
  return { recorded, stop };
}
