export const alertsPath = "/admin/alerts";
export const alertPath = (ref: string) => `${alertsPath}/${ref}`;
/** Of the location that members name. */
export const alertSettingsPath = `${alertsPath}/settings`;

/** The operations wall, and the same without the frame, for a screen in a control room. */
export const wallPath = "/admin/operations";
export const wallScreenPath = `${wallPath}/screen`;
/** Says that alerts have changed (useRefresh). */
export const wallSignals = { address: `${wallPath}/signals`, event: "alerts" };
/** Does to the alerts that the members name what the path says. */
export const wallActPath = (act: string) => `${wallPath}/${act}`;
