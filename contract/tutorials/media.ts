import { type TutorialKey, tutorials } from "./words.ts";

/** The files of tutorials, below the site's root; scripts/tutorials.ts makes them. */
export const tutorialFolder = "tutorials";
export const tutorialFile = (key: TutorialKey, picture: number) =>
  `${tutorialFolder}/${key}-${picture + 1}.webp`;
export const videoFile = (key: TutorialKey) => `${tutorialFolder}/${key}.webm`;
export const captionFile = (key: TutorialKey) => `${tutorialFolder}/${key}.vtt`;

/**
 * Seconds for which a video shows a step: as long as people need to read it, at 15 characters a
 * second.
 */
export const secondsOf = (text: string) => Math.max(4, Math.ceil(text.length / 15));

/** The steps as captions (WebVTT), each while its step is shown. */
export function captionsOf(key: TutorialKey): string {
  let at = 0;
  const cues = tutorials[key].steps.map((text, step) => {
    const from = at;
    at += secondsOf(text);
    return `${step + 1}\n${stamp(from)} --> ${stamp(at)}\n${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

const stamp = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}.000`;
