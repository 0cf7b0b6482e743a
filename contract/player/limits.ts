/** Limits of the player's calls. No zod in here: the player in the browser imports it too. */

export const playerVersion = "1.0.0";
export const playOutsABatch = 500;
/** A play may be told this late. */
export const playOutDaysBack = 92;
/** A player's clock may be this far ahead. */
export const playOutMinutesAhead = 5;
export const skipsAnHour = 6;
