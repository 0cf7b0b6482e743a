/** Limits of the player's calls. No zod in here: the player in the browser imports it too. */

export const playerVersion = "1.0.0";
export const playOutsABatch = 500;
/** Days after which a play can still be reported. */
export const playOutDaysBack = 92;
/**
 * Days for which plays stay in the play log, by whole months; published logs are kept as long.
 * Daily totals stay.
 */
export const playLogDays = 400;
/** Days after the first that a player gets: with today's rest at least 48 hours. */
export const daysAhead = 2;
/** A play that is dated further ahead than players' logs reach is refused. */
export const playOutDaysAhead = daysAhead;
/** Stores whose players are sent one command at once. */
export const storesACommand = 100;
/** Songs that people in the store may skip in an hour. */
export const skipsAnHour = 6;
