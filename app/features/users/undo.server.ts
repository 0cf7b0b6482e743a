import { z } from "zod";
import { idOf } from "#contract/base/identifiers";
import type { Status } from "#contract/base/status";
import { setUserStatus } from "#contract/users/endpoints";
import { undo } from "~/lib/audit/undo.server";
import { requireArea } from "~/lib/session/guard.server";
import { companyQuery } from "./user-acts.server";

const undoStatus = (status: Status) =>
  undo({
    fields: { userId: idOf("user"), of: z.enum(["company", "staff"]) },
    guard: (args) => requireArea(args, "USER_MGMT", { company: false }),
    call: (pageContext, { userId, of, undoOf }) =>
      pageContext.api.call(setUserStatus, {
        params: { id: userId },
        query: { ...companyQuery(of, pageContext), status, undoOf },
      }),
  });

export const userUndos = {
  "activate-user": undoStatus("active"),
  "deactivate-user": undoStatus("inactive"),
};
