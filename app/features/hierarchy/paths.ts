import { withMembers } from "~/ui/frame/address";

/**
 * The open part of the tree as the address names it: encrypted ids, from the region down.
 */
export type Open = {
  region?: string | undefined;
  zone?: string | undefined;
  group?: string | undefined;
};
export type Kind = "region" | "zone" | "group";

export const hierarchyPath = "/admin/hierarchy";
export const kinds: Kind[] = ["region", "zone", "group"];

/** Names the kind of a unit's children. */
export const childOf = { region: "zone", zone: "group", group: "store" } as const;
export const labelOf = { region: "Region", zone: "Zone", group: "Group", store: "Store" } as const;

/**
 * The tree opened down to a unit, or closed at it. Without script, the browser jumps to unit
 * `at`.
 */
export const treeTo = (open: Open, at?: string) =>
  withMembers(hierarchyPath, open) + (at ? `#${at}` : "");

/** Gives the part of the tree open down to a unit, and the same without that unit. */
export function pathTo(kind: Kind, path: Open): { opened: Open; closed: Open } {
  const depth = kinds.indexOf(kind);
  const upTo = (count: number): Open =>
    Object.fromEntries(kinds.slice(0, count).map((one) => [one, path[one]]));
  return { opened: upTo(depth + 1), closed: upTo(depth) };
}

export const usersTo = (kind: Kind | "store", id: string, open: Open) =>
  withMembers(`${hierarchyPath}/users`, { kind, id, ...open });
export const unitTo = (members: { kind: Kind; id?: string; above?: string }, open: Open) =>
  withMembers(`${hierarchyPath}/unit`, { ...members, ...open });
/** A unit's own page; `open` is the part of the tree to return to. */
export const unitPath = (kind: Kind, ref: string, open: Open) =>
  withMembers(`${hierarchyPath}/${kind}/${ref}`, open);
export const deleteTo = (kind: Kind, ref: string, open: Open) =>
  withMembers(`${hierarchyPath}/${kind}/${ref}/delete`, open);
export const assignPath = `${hierarchyPath}/assign`;
export const unassignedTo = (group?: string) =>
  withMembers(`${hierarchyPath}/unassigned`, { group });
