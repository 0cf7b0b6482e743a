import type { Status } from "#contract/base/status";
import { setStoreStatus } from "#contract/stores/bulk-change";
import { undo } from "~/lib/audit/undo.server";
import { requireArea } from "~/lib/session/guard.server";

const undoStatus = (status: Status) =>
  undo({
    fields: {},
    guard: (args) => requireArea(args, "STORES"),
    call: ({ api }, { undoOf }) => api.call(setStoreStatus, { body: { status, undoOf } }),
  });

export const storeUndos = {
  "activate-stores": undoStatus("active"),
  "deactivate-stores": undoStatus("inactive"),
};
