import { setSpotStatus } from "#contract/ads/spots";
import type { Status } from "#contract/base/status";
import { undo } from "~/lib/audit/undo.server";
import { requireSpots } from "./spots.server";

const undoStatus = (status: Status) =>
  undo({
    fields: {},
    guard: requireSpots,
    call: ({ api }, { undoOf }) => api.call(setSpotStatus, { body: { status, undoOf } }),
  });

export const adUndos = {
  "bring-back-spot": undoStatus("active"),
  "withdraw-spot": undoStatus("inactive"),
};
