import { withMembers } from "~/ui/frame/address";

export const searchPath = "/admin/search";
export const searchFor = (q: string) => withMembers(searchPath, { q });
/** Answers the same hits as the page, for the dialog that searches while one types. */
export const searchHitsPath = (q: string) => withMembers(`${searchPath}/hits`, { q });
