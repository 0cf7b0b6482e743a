import { findOwnProfile, updateOwnProfile, updateOwnSettings } from "#contract/session/profile";
import type { Bind } from "../../http/bind.ts";
import { type AccountNeeds, changeProfile, changeSettings, showProfile } from "./profile.service.ts";

export function profileRoutes(bind: Bind, needs: AccountNeeds) {
  const { database } = needs;
  bind.json(findOwnProfile, async (call) => ({ data: await showProfile(call.caller, database.db) }));
  bind.json(updateOwnProfile, async (call, { body }) => ({ message: "Profile saved", data: await changeProfile(needs, body, call) }));
  bind.json(updateOwnSettings, async (call, { body }) => ({ message: "Settings saved", data: await changeSettings(database, body, call) }));
}
