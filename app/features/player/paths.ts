/** The page that plays a store's day, also where its player account belongs (NAV-7). */
export const playerHome = "/store-manager";
