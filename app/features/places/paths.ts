/** Gives a country's states and a state's cities to scripts. */
export const placesPath = "/admin/places";
