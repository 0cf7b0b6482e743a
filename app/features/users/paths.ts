export const usersPath = "/admin/users";
export const userPath = (ref: string) => `${usersPath}/${ref}`;
export const userEditPath = (ref: string) => `${userPath(ref)}/edit`;
export const userAddPath = `${usersPath}/add`;
/** Tells those who add users but have no list of them that it is done. */
export const userAddedPath = `${usersPath}/added`;
export const usersImportPath = `${usersPath}/import`;
export const usersDownloadPath = `${usersPath}/download`;
