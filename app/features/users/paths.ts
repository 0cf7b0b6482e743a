export const usersPath = "/admin/users";
export const userPath = (ref: string) => `${usersPath}/${ref}`;
export const userEditPath = (ref: string) => `${userPath(ref)}/edit`;
export const userAddPath = `${usersPath}/add`;
/** Confirms to people who may add users but not list them. */
export const userAddedPath = `${usersPath}/added`;
export const usersImportPath = `${usersPath}/import`;
export const usersDownloadPath = `${usersPath}/download`;
