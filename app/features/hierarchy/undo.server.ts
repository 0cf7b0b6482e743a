import { unitFilters } from "#contract/base/identifiers";
import { updateUnitUsers } from "#contract/hierarchy/assignment";
import { moveStores } from "#contract/hierarchy/endpoints";
import { undo } from "~/lib/audit/undo.server";
import { requireArea } from "~/lib/session/guard.server";

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
