import { findOwnProfile, updateOwnProfile, updateOwnSettings } from "#contract/session/profile";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { profileService } from "./profile.service.ts";

export function profileRoutes(bind: Bind, services: Pick<Services, "emails">) {
  const profiles = profileService(services);
  bind.json(findOwnProfile, async (call) => ({ data: await profiles.showProfile(call) }));
  bind.json(updateOwnProfile, async (call, { body }) => ({
    message: "Profile saved",
    data: await profiles.changeProfile(call, body),
  }));
  bind.json(updateOwnSettings, async (call, { body }) => ({
    message: "Settings saved",
    data: await profiles.changeSettings(call, body),
  }));
}
