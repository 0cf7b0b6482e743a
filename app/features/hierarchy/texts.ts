/** The tree of regions, zones, groups and stores. */
export const hierarchyTexts = {
  lead: "Regions, zones and groups: where each store belongs, and who looks after it.",
  findLabel: "Find a location or store",
  find: "Region, zone, group or store",
  noneFound: (words: string) =>
    `No region, zone, group or store has “${words}” in its name, and no store in its code.`,
  moreThanShown: (counts: string, listedCount: number) =>
    `${counts} than the ${listedCount} shown here. Search above to find the others.`,
  emptyGroup:
    "This group has no stores yet. Stores that you assign to it play its music from the next published day.",
  emptyZone: "This zone has no groups yet. Stores in a group play the same music.",
  emptyRegion: "This region has no zones yet.",
  nothingAssigned:
    "You have no regions, zones or groups yet. Ask an admin of the whole company to assign them to you.",
  start: "Rules, ads and reports follow a store's place in the hierarchy:",
  examples: {
    Region: ", for example North: an area of the country.",
    Zone: ", for example Delhi: a part of a region.",
    Group: ", for example Malls: stores that play the same music.",
    Store: ": follows its group's rule, unless it has its own.",
  },
};

/** The form of a region, zone or group. */
export const unitTexts = {
  moves: "If you choose another, it moves there with everything in it",
  mayNotMove: "Only people responsible for the location above it can move it",
  region: "Region names must be unique.",
  zone: "A zone moves with its groups and stores. They follow the rules of the new region, unless they have their own.",
  group:
    "A group moves with its stores. It follows the rules of the new zone, unless it has its own. Published days stay unchanged.",
  neighbours:
    "Staggered stores with neighbouring codes play the same songs in another order, so they rarely play one song at the same time. Published days change from the next song.",
};

/** Says whether a region, zone or group can be deleted. */
export const unitDeletionTexts = {
  nothingElse: "Nothing else is deleted with it.",
  alsoDeleted: "These are deleted with it:",
  refusedTitle: (name: string) => `${name} cannot be deleted yet`,
  notAllowed: "Only people responsible for the location above it can delete it.",
  onlyUnitOf: (users: string, kind: string, names: string) =>
    `${users} with no other ${kind}: ${names}`,
  assignments: (users: string, names: string) =>
    `The assignment of ${users}: ${names}. Their accounts stay.`,
  emptyFirst: (kind: string) => `Move or delete what the ${kind} holds first.`,
  reassignFirst: (kind: string) =>
    `Assign those users to another ${kind} first. Only admins of the whole company see users who have none.`,
  thenDelete: (first: string, kind: string) => `${first} Then delete the ${kind}.`,
  keptDays:
    "Published days record what played, so this group cannot be deleted. You can rename it and leave it empty.",
  keptDaysAndStores:
    "Published days record what played, so this group cannot be deleted. You can rename it, move its stores to another group and leave it empty.",
};

/** Moving stores between groups. */
export const moveStoresTexts = {
  selectStore: "Select at least one store.",
  how: "Open a group, or the stores without a group, and select the stores to move.",
  removeTitle: (stores: string) => `Remove ${stores} from the group?`,
  lead: "Published days stay unchanged. Unpublished days are regenerated.",
  group: "Decides the music, ads and rules",
  intoGroupLead: "Only ungrouped stores are listed. To move another, open its group.",
  unassignedLead: "They follow the company's rule until you assign them to a group.",
  noUnassignedMatch: (words: string) =>
    `No store without a group has “${words}” in its name or code.`,
  noUnassigned:
    "All your stores have a group. To move a store, open its group in the hierarchy and select it.",
  tooMany: "Select at most 1,000 stores one by one, or select all that match.",
  find: (group: string) => `Find a store in ${group}`,
  noMatch: (words: string) => `No store in this group has “${words}” in its name or code.`,
  withoutGroup: (isOne: boolean) =>
    isOne
      ? "Without a group it follows the company's rule, and only admins of the whole company see it."
      : "Without a group they follow the company's rule, and only admins of the whole company see them.",
};

/** The users of a region, zone, group or store. */
export const unitUsersTexts = {
  title: (kind: string, name: string) => `Manage users for ${kind} - ${name}`,
  selectUser: "Select at least one user.",
  first: (listedCount: number, total: string) =>
    `The first ${listedCount} of ${total}. Search to find others.`,
};
