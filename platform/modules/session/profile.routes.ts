import { findOwnProfile, updateOwnProfile, updateOwnSettings } from "#contract/session/profile";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { changeProfile, changeSettings, showProfile } from "./profile.service.ts";

export function profileRoutes(bind: Bind, { emails }: Pick<Services, "emails">) {
  bind.json(findOwnProfile, async (call) => ({ data: await showProfile(call) }));
  bind.json(updateOwnProfile, async (call, { body }) => ({
    message: "Profile saved",
    data: await changeProfile({ ...call, emails }, body),
  }));
  bind.json(updateOwnSettings, async (call, { body }) => ({
    message: "Settings saved",
    data: await changeSettings(call, body),
  }));
}
