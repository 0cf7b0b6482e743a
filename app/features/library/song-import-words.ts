export const songImportWords = {
  path: "/admin/library/import",
  one: "song",
  many: "songs",
  list: { label: "Music library", to: "/admin/library" },
};
