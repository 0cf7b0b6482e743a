import { withMembers } from "~/ui/frame/address";

export const savedFiltersPath = "/admin/saved-filters";
/** A saved filter; `list` is the platform's name of its list. */
export const savedFilterPath = (ref: string, list: string) =>
  withMembers(`${savedFiltersPath}/${ref}`, { list });
