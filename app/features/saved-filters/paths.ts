import { withMembers } from "~/ui/frame/address";

export const savedFiltersPath = "/admin/saved-filters";
/** One saved filter, of the list that the platform calls so. */
export const savedFilterPath = (ref: string, list: string) =>
  withMembers(`${savedFiltersPath}/${ref}`, { list });
