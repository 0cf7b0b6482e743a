import { withMembers } from "~/ui/frame/address";

/**
 * The part of the tree that is open, as the address names it: encrypted ids, from the region down.
 */
export type Open = {
  region?: string | undefined;
  zone?: string | undefined;
  group?: string | undefined;
};
export type Kind = "region" | "zone" | "group";

export const hierarchyPath = "/admin/hierarchy";
export const kinds: Kind[] = ["region", "zone", "group"];

/** What a kind's children are called; a group's are stores. */
export const childOf = { region: "zone", zone: "group", group: "store" } as const;
export const labelOf = { region: "Region", zone: "Zone", group: "Group", store: "Store" } as const;

/**
 * The tree opened down to a unit, or closed again at it. Without script the browser goes to the
 * unit itself.
 */
export const treeTo = (open: Open, at?: string) =>
  withMembers(hierarchyPath, open) + (at ? `#${at}` : "");

/** The path of the tree down to one of its units, and that unit left out. */
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
/** A unit by itself, with the part of the tree that is open around it. */
export const unitPath = (kind: Kind, ref: string, open: Open) =>
  withMembers(`${hierarchyPath}/${kind}/${ref}`, open);
export const deleteTo = (kind: Kind, ref: string, open: Open) =>
  withMembers(`${hierarchyPath}/${kind}/${ref}/delete`, open);
export const assignPath = `${hierarchyPath}/assign`;
export const unassignedTo = (group?: string) =>
  withMembers(`${hierarchyPath}/unassigned`, { group });
