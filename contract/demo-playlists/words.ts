/** No zod in here: pages show it. */

/** Songs in a demo playlist, and demo playlists in all. */
export const demoLimits = { songs: 50, playlists: 100 } as const;
