/** The address that the platform of tests in process believes to be reached at. */
export const testPublicUrl = "https://shops.example";
