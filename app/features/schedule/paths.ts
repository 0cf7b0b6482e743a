export const previewPath = "/admin/preview";
/** A group's day, named by members. */
export const dayPath = `${previewPath}/day`;
/** One version of a group's day. */
export const playlistPath = (ref: string) => `${previewPath}/${ref}`;
/** Publishes a version; asks first where something is wrong with it. */
export const publishPath = (ref: string) => `${playlistPath(ref)}/publish`;
export const previewDownloadPath = `${previewPath}/download`;

/** Days of many groups, published at once; and when days are published by themselves. */
export const publishDaysPath = `${previewPath}/publish-days`;
export const publishSettingsPath = `${previewPath}/settings`;

/** A group's day as people change and publish it; group, day, version and hour are members. */
export const schedulePath = "/admin/schedule";
export const swapPath = `${schedulePath}/swap`;
export const versionsPath = `${schedulePath}/versions`;
export const differencePath = `${schedulePath}/difference`;
export const rotationPath = `${schedulePath}/rotation`;

/** The rule of the unit that members name, and of the time slot. */
export const masterRulePath = "/admin/master-rule";
/** The rule that the unit has itself. */
export const ownRulePath = `${masterRulePath}/own`;
/** The time slots that rules belong to. */
export const timeSlotsPath = `${masterRulePath}/slots`;
/** What the rule's form asks while it is filled in. */
export const ruleCheckPath = `${masterRulePath}/check`;
