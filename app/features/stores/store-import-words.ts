import { storesImportPath, storesPath } from "./paths";

export const storeImportWords = {
  path: storesImportPath,
  one: "store",
  many: "stores",
  list: { label: "Stores", to: storesPath },
};
