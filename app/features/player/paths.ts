/** The page that plays a store's day, where player accounts start (NAV-7). */
export const playerHome = "/store-manager";
export const playerSchedulePath = `${playerHome}/schedule`;
export const playerSignalsPath = `${playerHome}/signals`;
export const playerReportPath = `${playerHome}/report`;
export const playerClaimPath = `${playerHome}/claim`;
export const playerHelpPath = `${playerHome}/help`;
/** The page that reports a song without script. */
export const playerSongPath = (mediaId: string) => `${playerHome}/song/${mediaId}`;
export const playerMediaPath = `${playerHome}/media/`;
/** Gives the media ID in the address of a song or spot. */
export const mediaIdOf = (src: string) => src.slice(playerMediaPath.length);
/** Lies within the scope of the player's service worker, which erases what it stored. */
export const playerSignOutPath = `${playerHome}/sign-out`;
