import type { AddStep } from "./add-steps";

export const storesPath = "/admin/stores";
export const storePath = (ref: string) => `${storesPath}/${ref}`;
/** The reports of its player on a day; the day is a member. */
export const storeDayPath = (ref: string) => `${storePath(ref)}/day`;
export const storeCopyPath = (ref: string) => `${storePath(ref)}/copy`;
export const storeEditPath = (ref: string) => `${storePath(ref)}/edit`;
export const storeHoursPath = (ref: string) => `${storeEditPath(ref)}?section=hours`;
export const playerAddPath = (storeRef: string) => `${storePath(storeRef)}/player`;
export const playerPath = (storeRef: string, userRef: string) =>
  `${storePath(storeRef)}/players/${userRef}`;
export const devicePath = (storeRef: string, deviceRef: string) =>
  `${storePath(storeRef)}/devices/${deviceRef}`;
/** Takes the place of a store's path if several are meant. */
export const severalStoresPath = `${storesPath}/bulk`;
/** Changes group, volume or opening hours of several stores; its members are the list's. */
export const storesChangePath = `${severalStoresPath}/change`;
/** Asks for the details of a command to the players of several stores. */
export const storesCommandPath = (command: string) => `${severalStoresPath}/command/${command}`;
export const storesDownloadPath = `${storesPath}/download`;
export const storesImportPath = `${storesPath}/import`;
/** Answers whether a store code is free. */
export const storeCodePath = `${storesPath}/code`;

export const storeAddPath = "/admin/store/add";
export const addStepPath = (step: AddStep) =>
  step === "place" ? storeAddPath : `${storeAddPath}/${step}`;
/** Asks before it discards all entries; Cancel leads back to `step`. */
export const startOverPath = (step: AddStep) =>
  `${storeAddPath}/over?${new URLSearchParams({ step })}`;
