/** A username to suggest (VAL-6): the trimmed name, runs of spaces as '_', then '_' and the last four digits of the timestamp in milliseconds. */
export const generatedUsername = (name: string, timestamp: number): string =>
  `${name.trim().replace(/\s+/g, "_")}_${String(timestamp).slice(-4).padStart(4, "0")}`;
