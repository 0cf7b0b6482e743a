/** What plays in a shop, in words people use. */
export const deviceWords = {
  browser: "A computer or tablet with a browser",
  android: "An Android player",
  other: "Something else",
};
