export const previewPath = "/admin/preview";
/** A group's day, named by members. */
export const dayPath = `${previewPath}/day`;
/** One version of a group's day. */
export const playlistPath = (ref: string) => `${previewPath}/${ref}`;
/** Publishes a version; asks first where something is wrong with it. */
export const publishPath = (ref: string) => `${playlistPath(ref)}/publish`;
/** The same day, to be listened through; and a song's audio. */
export const listenPath = `${previewPath}/listen`;
export const previewAudioPath = (songRef: string) => `${previewPath}/audio/${songRef}`;
export const previewDownloadPath = `${previewPath}/download`;

/** Days of many groups, published at once; and when days are published by themselves. */
export const publishDaysPath = `${previewPath}/publish-days`;
/** Published days that still play an older rule or chart. */
export const publishChangesPath = `${publishDaysPath}?changes=on`;
export const publishSettingsPath = `${previewPath}/settings`;

/** A group's day as people change and publish it; group, day, version and hour are members. */
export const schedulePath = "/admin/schedule";
export const swapPath = `${schedulePath}/swap`;
export const versionsPath = `${schedulePath}/versions`;
export const differencePath = `${schedulePath}/difference`;
export const rotationPath = `${schedulePath}/rotation`;

/** Events that take over from the rules. */
export const eventsPath = "/admin/events";
export const eventAddPath = `${eventsPath}/add`;
export const eventPath = (ref: string) => `${eventsPath}/${ref}`;
export const eventEditPath = (path: string) => `${path}/edit`;
/** Where its songs are chosen from the library, and where their forms go. */
export const eventPickerPath = (path: string) => `${path}/add?status=active`;
export const eventSongsPath = (path: string) => `${path}/songs`;

/** The rule of the unit that members name, and of the time slot. */
export const masterRulePath = "/admin/master-rule";
/** The rule that the unit has itself. */
export const ownRulePath = `${masterRulePath}/own`;
/** The time slots that rules belong to. */
export const timeSlotsPath = `${masterRulePath}/slots`;
/** What the rule's form asks while it is filled in. */
export const ruleCheckPath = `${masterRulePath}/check`;
/** What the rule was before, and two versions side by side. */
export const ruleVersionsPath = `${masterRulePath}/versions`;
export const ruleDifferencePath = `${masterRulePath}/difference`;
/** One version; its id is a member. */
export const ruleVersionPath = `${masterRulePath}/version`;
/** The unit's rule beside that of another location. */
export const ruleComparePath = `${masterRulePath}/compare`;
/** Copies the unit's rules to other locations. */
export const ruleCopyPath = `${masterRulePath}/copy`;
