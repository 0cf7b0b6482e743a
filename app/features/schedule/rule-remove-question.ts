/** What is asked before a unit's own rule goes. */
export const removeQuestion = (unitName: string, inheritedFrom: string | null) => ({
  title: `Remove ${unitName}'s own rule?`,
  message: `Its music follows the rule ${inheritedFrom ?? "above it"} again, from the next day that is not published yet. Published days stay as they are.`,
  confirmLabel: "Remove own rule",
});
