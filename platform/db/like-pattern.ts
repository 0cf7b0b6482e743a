/** What `ilike` looks for to find a text anywhere, each of its characters standing for itself. */
export const likePattern = (text = ""): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
