/** The address under which the platform of in-process tests believes it is reached. */
export const testPublicUrl = "https://shops.example";
