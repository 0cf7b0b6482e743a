/** Writes the pattern by which `ilike` finds a text anywhere, its characters as they are. */
export const likePattern = (text = ""): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
