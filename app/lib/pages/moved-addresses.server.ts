import { chartPath } from "~/features/charts/paths";
import { companiesPath, companyFilePath, companyPath } from "~/features/companies/paths";
import { hierarchyPath } from "~/features/hierarchy/paths";
import { itemPath, songPath } from "~/features/library/paths";
import { savedFiltersPath } from "~/features/saved-filters/paths";
import { ownRulePath, playlistPath } from "~/features/schedule/paths";
import { playerPath, severalStoresPath, storePath, storesPath } from "~/features/stores/paths";
import { withMembers } from "~/ui/frame/address";

/** Gives the new path of an old one, and deletes the members that became part of the path. */
type Move = (members: URLSearchParams, ...parts: string[]) => string;

/** Addresses that people may have bookmarked, by patterns of their old paths. */
const moves: [old: RegExp, move: Move][] = [
  [/^\/admin\/stores\/status$/, storeStatus],
  [
    /^\/admin\/stores\/([^/]+)\/reset$/,
    (members, store = "") => `${playerPath(store, take(members, "user"))}/reset`,
  ],
  [/^\/admin\/companies\/status$/, companyStatus],
  [
    /^\/admin\/companies\/([^/]+)\/remove$/,
    (members, company) => `${companyFilePath(company, fileOf(members))}/remove`,
  ],
  [
    /^\/admin\/company\/remove$/,
    (members) => `${companyFilePath(undefined, fileOf(members))}/remove`,
  ],
  [
    /^\/admin\/charts\/([^/]+)\/([^/]+)\/ask\/([^/]+)$/,
    (_, kind = "", chart = "", act) => `${chartPath(kind, chart)}/${act}`,
  ],
  [
    /^\/admin\/library\/([^/]+)\/status$/,
    (members, song = "") => `${songPath(song)}/${actOf(members)}`,
  ],
  [/^\/admin\/library\/([^/]+)\/picture$/, (_, song = "") => `${songPath(song)}/remove-picture`],
  [
    /^\/admin\/library\/lists\/([^/]+)\/([^/]+)\/status$/,
    (members, kind = "", item = "") => `${itemPath(kind, item)}/${actOf(members)}`,
  ],
  [
    /^\/admin\/hierarchy\/delete$/,
    (members) => `${hierarchyPath}/${take(members, "kind")}/${take(members, "id")}/delete`,
  ],
  [/^\/admin\/master-rule\/remove$/, () => `${ownRulePath}/remove`],
  [/^\/admin\/preview\/publish$/, (members) => `${playlistPath(take(members, "id"))}/publish`],
  [
    /^\/admin\/saved-filters\/remove$/,
    (members) => `${savedFiltersPath}/${take(members, "filter")}/remove`,
  ],
];

/**
 * Gives the new address of a page that moved, with its members; undefined for an address that did
 * not move.
 */
export function findMoved(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address);
  for (const [old, move] of moves) {
    const match = old.exec(pathname);
    if (match) {
      const path = move(searchParams, ...match.slice(1));
      return searchParams.size > 0 ? `${path}?${searchParams}` : path;
    }
  }
  return undefined;
}

/**
 * Takes a member that is now part of the path; "none" is no valid identifier, so that the page
 * shows an error.
 */
function take(members: URLSearchParams, name: string): string {
  const value = members.get(name) || "none";
  members.delete(name);
  return encodeURIComponent(value);
}

const actOf = (members: URLSearchParams) =>
  take(members, "to") === "active" ? "activate" : "deactivate";
const fileOf = (members: URLSearchParams) => (members.has("file") ? take(members, "file") : "icon");

/** Moves the list's members into the address of the list to return to. */
function storeStatus(members: URLSearchParams): string {
  const act = actOf(members);
  const ids = members.getAll("id");
  if (members.get("all") === "on" || ids.length > 1) return `${severalStoresPath}/${act}`;
  const path = `${storePath(take(members, "id"))}/${act}`;
  if (members.get("back") === "detail") dropAll(members);
  else leadBack(members, storesPath);
  return path;
}

function companyStatus(members: URLSearchParams): string {
  const path = `${companyPath(take(members, "id"))}/${actOf(members)}`;
  const page = members.get("returnTo");
  if (!page) leadBack(members, companiesPath);
  else {
    dropAll(members);
    members.set("back", page);
  }
  return path;
}

function leadBack(members: URLSearchParams, list: string) {
  const back = withMembers(list, Object.fromEntries(members));
  dropAll(members);
  members.set("back", back);
}

function dropAll(members: URLSearchParams) {
  for (const name of [...members.keys()]) members.delete(name);
}
