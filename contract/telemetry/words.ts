/** What an open store's minute was, the best first. Free of zod: the pages use it. */
export const minuteStates = ["right", "quiet", "silent", "offline"] as const;
export type MinuteState = (typeof minuteStates)[number];
