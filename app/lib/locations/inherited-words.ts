/** The source of a setting that no location has set. */
export const theDefault = "the default";

/** Says what an empty field uses: "Default: 15 min", "Inherited from West (region): 15 min". */
export const inheritedWords = (value: string, from: string): string =>
  from === theDefault ? `Default: ${value}` : `Inherited from ${from}: ${value}`;
