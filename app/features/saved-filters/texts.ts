/** A person's saved filters, on their page and above lists. */
export const savedFiltersTexts = {
  lead: "Only you can see them. They appear above the list or report.",
  none: "Filter a list or report first. You can then save its filters above it.",
  example: "For example, Offline in the north",
  tooMany: "Too many filters are set. Remove some, then save.",
  remove: (name: string) => `Remove the saved filter ${name}`,
  removeTitle: (name: string) => `Remove the saved filters “${name}”?`,
  removeMessage: "The list itself does not change.",
};
