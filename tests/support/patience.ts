/**
 * How long (ms) a test waits for what must happen: only one that fails waits so long, so the
 * slowest machine has time enough.
 */
export const patience = 240_000;
