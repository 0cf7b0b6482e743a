/**
 * Milliseconds that a test waits for something that must happen; long, for the slowest machine,
 * because only a failing test waits that long.
 */
export const patience = 240_000;
