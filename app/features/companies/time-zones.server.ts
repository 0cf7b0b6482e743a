/** The zones of the time zone database that this runtime knows, India's first. */
export const timeZones = (): string[] => {
  const all = new Set([...Intl.supportedValuesOf("timeZone"), "Asia/Kolkata"]);
  all.delete("Asia/Calcutta");
  return ["Asia/Kolkata", ...[...all].filter((zone) => zone !== "Asia/Kolkata").sort()];
};
