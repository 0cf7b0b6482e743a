/** The start of the admin area. */
export const adminPath = "/admin";
