/** Where a setting comes from that no location has set. */
export const theDefault = "the default";

/** What a field left empty takes: "Default: 15 min", "Inherited from West (region): 15 min". */
export const inheritedWords = (value: string, from: string): string =>
  from === theDefault ? `Default: ${value}` : `Inherited from ${from}: ${value}`;
