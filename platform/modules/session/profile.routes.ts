import { findOwnProfile, updateOwnProfile, updateOwnSettings } from "#contract/session/profile";
import type { Bind } from "../../http/bind.ts";
import { type AccountNeeds, changeProfile, changeSettings, showProfile } from "./profile.service.ts";

export function profileRoutes(bind: Bind, needs: AccountNeeds) {
  const { database } = needs;
  bind.json(findOwnProfile, async (_args, { caller }) => ({ data: await showProfile(caller, database.db) }));
  bind.json(updateOwnProfile, async ({ body }, call) => ({ message: "Profile saved", data: await changeProfile(needs, body, call) }));
  bind.json(updateOwnSettings, async ({ body }, call) => ({ message: "Settings saved", data: await changeSettings(database, body, call) }));
}
