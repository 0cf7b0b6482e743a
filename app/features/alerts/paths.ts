export const alertsPath = "/admin/alerts";
export const alertPath = (ref: string) => `${alertsPath}/${ref}`;
/** The alert settings of the location in the address. */
export const alertSettingsPath = `${alertsPath}/settings`;

/** The operations wall, and the same without the frame, for a screen in a control room. */
export const wallPath = "/admin/operations";
export const wallScreenPath = `${wallPath}/screen`;
/** The stores by city. */
export const wallMapPath = `${wallPath}/map`;
/** The work that a shift leaves to the next one. */
export const shiftPath = `${wallPath}/shift`;
/** Says that alerts have changed (useRefresh). */
export const wallSignals = { address: `${wallPath}/signals`, event: "alerts" };
/** The recording of a store's call for help. */
export const voiceNotePath = (ref: string) => `${wallPath}/voice-note/${ref}`;
/** Asks for the details of an action on the alerts in the address. */
export const wallActPath = (act: string) => `${wallPath}/${act}`;
