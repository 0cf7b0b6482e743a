export const previewPath = "/admin/preview";
/** A group's day; the address's members name it. */
export const dayPath = `${previewPath}/day`;
/** One version of a group's day. */
export const playlistPath = (ref: string) => `${previewPath}/${ref}`;
/** Publishes a version; asks first if something is wrong with it. */
export const publishPath = (ref: string) => `${playlistPath(ref)}/publish`;
/** Listens through the same day; the second path is a song's audio. */
export const listenPath = `${previewPath}/listen`;
export const previewAudioPath = (songRef: string) => `${previewPath}/audio/${songRef}`;
/** Two groups' days, or two days of one group, side by side. */
export const sideBySidePath = `${previewPath}/side-by-side`;
export const previewDownloadPath = `${previewPath}/download`;

/** Publishes days of many groups at once; the settings say when that happens automatically. */
export const publishDaysPath = `${previewPath}/publish-days`;
/** Published days that still play an older rule or chart. */
export const publishChangesPath = `${publishDaysPath}?changes=on`;
export const publishSettingsPath = `${previewPath}/settings`;

/** Changes and publishes a group's day; group, day, version and hour are members. */
export const schedulePath = "/admin/schedule";
export const swapPath = `${schedulePath}/swap`;
export const versionsPath = `${schedulePath}/versions`;
export const differencePath = `${schedulePath}/difference`;
export const rotationPath = `${schedulePath}/rotation`;

/** Events that play instead of the rules. */
export const eventsPath = "/admin/events";
export const eventAddPath = `${eventsPath}/add`;
/** A year with its seasons, events and holidays. */
export const seasonCalendarPath = `${eventsPath}/calendar`;
export const eventPath = (ref: string) => `${eventsPath}/${ref}`;
export const eventEditPath = (path: string) => `${path}/edit`;
/** The page that chooses an event's songs, and the address of the song list's forms. */
export const eventPickerPath = (path: string) => `${path}/add?status=active`;
export const eventSongsPath = (path: string) => `${path}/songs`;

/** The rule of the unit and time slot in the address. */
export const masterRulePath = "/admin/master-rule";
/** The unit's own rule. */
export const ownRulePath = `${masterRulePath}/own`;
/** The time slots that rules belong to. */
export const timeSlotsPath = `${masterRulePath}/slots`;
/** Answers the rule's form while it is filled in. */
export const ruleCheckPath = `${masterRulePath}/check`;
/** Says how far the person's own trial of the rule is. */
export const ruleTrialPath = `${masterRulePath}/trial`;
/** Earlier versions of the rule, and a comparison of two. */
export const ruleVersionsPath = `${masterRulePath}/versions`;
export const ruleDifferencePath = `${masterRulePath}/difference`;
/** One version; its id is a member. */
export const ruleVersionPath = `${masterRulePath}/version`;
/** The unit's rule beside that of another location. */
export const ruleComparePath = `${masterRulePath}/compare`;
/** Copies the unit's rules to other locations. */
export const ruleCopyPath = `${masterRulePath}/copy`;
