export const alertsPath = "/admin/alerts";
export const alertPath = (ref: string) => `${alertsPath}/${ref}`;
/** Of the location that members name. */
export const alertSettingsPath = `${alertsPath}/settings`;
