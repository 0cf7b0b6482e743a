/** Names the device that plays in a store. */
export const deviceWords = {
  browser: "A computer or tablet with a browser",
  android: "An Android player",
  other: "Something else",
};
