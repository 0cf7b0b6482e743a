import { voiceNoteSeconds } from "#contract/alerts/words";

/**
 * The allowed lengths of a kind of audio in seconds (also checked by the database), and in words.
 */
export type AudioLength = { least: number; most: number; rule: string };
export const songLength: AudioLength = {
  least: 5,
  most: 3600,
  rule: "A song is 5 seconds to 60 minutes long",
};
export const spotLength: AudioLength = {
  least: 1,
  most: 600,
  rule: "A spot is 1 second to 10 minutes long",
};
export const voiceNoteLength: AudioLength = {
  least: 1,
  most: voiceNoteSeconds + 1, // a browser's timer may be late
  rule: `A voice note is 1 to ${voiceNoteSeconds} seconds long`,
};
export const wrongLength = ({ rule }: AudioLength, has: string) => `${rule}; this file ${has}.`;
