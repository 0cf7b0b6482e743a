export const previewPath = "/admin/preview";
/** A group's day, named by members. */
export const dayPath = `${previewPath}/day`;
/** One version of a group's day. */
export const playlistPath = (ref: string) => `${previewPath}/${ref}`;
export const previewDownloadPath = `${previewPath}/download`;

/** Days of many groups, published at once; and when days are published by themselves. */
export const publishDaysPath = `${previewPath}/publish-days`;
export const publishSettingsPath = `${previewPath}/settings`;

/** The rule of the unit that members name, and of the time slot. */
export const masterRulePath = "/admin/master-rule";
/** The rule that the unit has itself. */
export const ownRulePath = `${masterRulePath}/own`;
/** The time slots that rules belong to. */
export const timeSlotsPath = `${masterRulePath}/slots`;
/** What the rule's form asks while it is filled in. */
export const ruleCheckPath = `${masterRulePath}/check`;
