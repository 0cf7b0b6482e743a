/** The page that plays a store's day, where player accounts start (NAV-7). */
export const playerHome = "/store-manager";
export const playerSchedulePath = `${playerHome}/schedule`;
export const playerSignalsPath = `${playerHome}/signals`;
export const playerReportPath = `${playerHome}/report`;
export const playerClaimPath = `${playerHome}/claim`;
export const playerHelpPath = `${playerHome}/help`;
export const playerMediaPath = `${playerHome}/media/`;
/** Lies within the scope of the player's service worker, which erases what it stored. */
export const playerSignOutPath = `${playerHome}/sign-out`;
