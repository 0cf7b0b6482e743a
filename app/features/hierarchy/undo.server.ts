import { unitFilters } from "#contract/base/identifiers";
import { updateUnitUsers } from "#contract/hierarchy/assignment";
import { moveStores } from "#contract/hierarchy/endpoints";
import { requireArea } from "~/lib/guard.server";
import { undo } from "~/lib/undo.server";

const guard = (args: Parameters<typeof requireArea>[0]) => requireArea(args, "HIERARCHY");

export const hierarchyUndos = {
  "move-stores-back": undo({
    fields: {},
    guard,
    call: ({ api }, { undoOf }) => api.call(moveStores, { body: { undoOf } }),
  }),
  "move-users-back": undo({
    fields: unitFilters,
    guard,
    call: ({ api }, { regionId, zoneId, groupId, storeId, undoOf }) =>
      api.call(updateUnitUsers, { body: { regionId, zoneId, groupId, storeId, undoOf } }),
  }),
};
