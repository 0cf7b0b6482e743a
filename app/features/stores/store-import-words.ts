export const storeImportWords = {
  path: "/admin/stores/import",
  one: "store",
  many: "stores",
  list: { label: "Stores", to: "/admin/stores" },
};
