export const shortcutsPath = "/admin/shortcuts";
