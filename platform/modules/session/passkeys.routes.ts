import * as contract from "#contract/session/passkeys";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { sessionMessages } from "./messages.ts";
import {
  beginPasskey,
  confirmPasskey,
  removePasskey,
  showPasskeyOptions,
  signInByPasskey,
} from "./passkeys.service.ts";
import type { Sessions } from "./session.service.ts";

/** Passkeys as the second step, next to the authenticator app (docs/decisions/second-factor.md). */
export function passkeysRoutes(
  bind: Bind,
  services: Pick<Services, "appSecret" | "emails" | "publicUrl"> & { sessions: Sessions },
) {
  const { sessions, appSecret, emails, publicUrl } = services;
  bind.json(contract.passkeyOptions, async (call, { body }) => ({
    data: await showPasskeyOptions({ ...call, publicUrl }, body.challenge),
  }));
  bind.json(contract.signInByPasskey, async (call, { body }) => ({
    data: await signInByPasskey({ ...call, sessions, publicUrl }, body),
  }));
  bind.json(contract.beginPasskey, async (call, { body }) => ({
    data: await beginPasskey({ ...call, appSecret, publicUrl }, body),
  }));
  bind.json(contract.confirmPasskey, async (call, { body }) => {
    await confirmPasskey({ ...call, emails, publicUrl }, body);
    return { message: sessionMessages.passkeyAdded(body.name), data: null };
  });
  bind.json(contract.removePasskey, async (call, { body }) => {
    await removePasskey({ ...call, emails }, body);
    return { message: sessionMessages.passkeyRemoved, data: null };
  });
}
