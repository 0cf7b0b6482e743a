/**
 * A change of more rows than this is not taken back in one go: as many as a person can name one by
 * one.
 */
export const mostUndone = 1000;
