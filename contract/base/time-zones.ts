/**
 * The zones a company or store may be in, India's first: the canonical ones, which this runtime and
 * PostgreSQL understand alike (old short names such as IST mean different clocks to the two).
 */
export const timeZones: readonly string[] = [
  "Asia/Kolkata",
  ...[...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])]
    .filter((zone) => zone !== "Asia/Calcutta" && zone !== "Asia/Kolkata")
    .sort(),
];
