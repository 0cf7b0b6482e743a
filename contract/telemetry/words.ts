/** The states of an open store's minute, the best first. Free of zod: the pages use it. */
export const minuteStates = ["right", "quiet", "silent", "offline"] as const;
export type MinuteState = (typeof minuteStates)[number];
