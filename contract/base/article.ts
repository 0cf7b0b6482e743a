/**
 * A noun with its article by the letter it begins with: "an era", "a mood". Not for those whose
 * sound differs from it, such as "user".
 */
export const withArticle = (noun: string): string =>
  `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
